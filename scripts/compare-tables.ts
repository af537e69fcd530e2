import { escapeLiteral } from 'pg'
import type { Queryable } from '#server/platform/db/query.ts'
import type { TableDeclaration } from '#server/platform/db/tables/define-tables.ts'

interface Trigger {
  table: string
  does: string
  definition: string
}

/** What the triggers of a table do, each with the SQL that makes it. */
function wantedOf(name: string, { audited, guarded, versioned, announces = [] }: TableDeclaration): Map<string, string> {
  const wanted = new Map<string, string>()
  if (audited && 'key' in audited) {
    const { key, masked = [], only } = audited
    const columns = masked.join(',')
    wanted.set(
      `audit ${key} masking ${columns} ${only ?? 'all'}`,
      only === undefined
        ? `select audit_table('${name}', '${key}', '${columns}');`
        : `create trigger ${name}_audit after update on ${name} for each row
  when (current_setting('app.actor_kind', true) in ('staff', 'operator')) execute function audit_change('${key}', '${columns}');`,
    )
  }
  if (guarded === true) wanted.set('guard', `select guard_table('${name}');`)
  if (versioned) {
    wanted.set(
      'version',
      `create trigger ${name}_version before update on ${name} for each row execute function raise_version();`,
    )
  }
  for (const tag of announces) {
    wanted.set(
      `announce ${tag}`,
      `create trigger ${name}_announce after insert or delete or update on ${name} for each row execute function announce_change('${tag}');`,
    )
  }
  return wanted
}

/**
 * Compares what tables declare with the database.
 * @returns `missing`: SQL that a migration still lacks; `undeclared`: what the database has beyond the declarations
 */
export async function compareTables(
  db: Pick<Queryable, 'query'>,
  declared: ReadonlyMap<string, TableDeclaration>,
): Promise<{ missing: string[]; undeclared: string[] }> {
  const { rows: relations } = await db.query<{ name: string; is_view: boolean; comment: string | null }>(
    `select relname as name, relkind in ('v', 'm') as is_view, obj_description(oid, 'pg_class') as comment from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm') and not relispartition`,
  )
  const { rows: triggers } = await db.query<Trigger>(
    `select c.relname as table, pg_get_triggerdef(t.oid) as definition,
       case p.proname
         when 'audit_change' then 'audit ' || split_part(a.args, '|', 1) || ' masking ' || split_part(a.args, '|', 2)
           || case when t.tgtype & 4 = 0 then ' update' else ' all' end
         when 'require_actor' then 'guard'
         when 'raise_version' then 'version'
         else 'announce ' || split_part(a.args, '|', 1)
       end as does
     from pg_trigger t
     join pg_class c on c.oid = t.tgrelid and c.relnamespace = 'public'::regnamespace
     join pg_proc p on p.oid = t.tgfoid
     cross join lateral (select replace(encode(t.tgargs, 'escape'), '\\000', '|') as args) a
     where p.proname in ('audit_change', 'require_actor', 'raise_version', 'announce_change')`,
  )
  const missing: string[] = []
  const undeclared: string[] = []
  const found = new Map(relations.map((relation) => [relation.name, relation]))
  for (const [name, declaration] of declared) {
    const kind = declaration.view ? 'view' : 'table'
    const relation = found.get(name)
    if (relation?.is_view !== (declaration.view ?? false)) missing.push(`create ${kind} ${name} …`)
    const comment = `${declaration.holds}.`
    if (relation?.comment !== comment) missing.push(`comment on ${kind} ${name} is ${escapeLiteral(comment)};`)
    const has = new Set(triggers.flatMap(({ table, does }) => (table === name ? [does] : [])))
    for (const [does, sql] of wantedOf(name, declaration)) if (!has.delete(does)) missing.push(sql)
    undeclared.push(...[...has].map((does) => `${name}: ${does}`))
  }
  undeclared.push(...relations.flatMap(({ name }) => (declared.has(name) ? [] : [`${name} has no owner`])))
  return { missing, undeclared }
}
