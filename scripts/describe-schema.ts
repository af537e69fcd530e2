import type { Queryable } from '#server/platform/db/query.ts'
import type { TableDeclarations } from '#server/platform/db/tables/define-tables.ts'

interface Relation {
  name: string
  comment: string | null
  view: string | null
  columns: { name: string; text: string; comment: string | null }[] | null
  constraints: string[] | null
  indexes: string[] | null
  triggers: string[] | null
}

const inPublic = `relnamespace = 'public'::regnamespace`

/** Functions of an extension are not ours. */
const ownFunctions = `select pg_get_functiondef(p.oid) as text from pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.prokind in ('f', 'p')
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  order by p.proname, p.oid::regprocedure::text`

/** Reads the tables, views and functions that all migrations made, as SQL for a reader: by district, each table with all that belongs to it. */
export async function describeSchema(
  db: Pick<Queryable, 'query'>,
  tables: ReadonlyMap<string, TableDeclarations>,
): Promise<string> {
  const { rows } = await db.query<Relation>(
    `select c.relname as name, obj_description(c.oid, 'pg_class') as comment,
       case when c.relkind = 'v' then pg_get_viewdef(c.oid, true) end as view,
       (select json_agg(json_build_object('name', a.attname, 'comment', col_description(c.oid, a.attnum), 'text',
            format_type(a.atttypid, a.atttypmod)
            || case when a.attnotnull then ' not null' else '' end
            || case when a.attidentity <> '' then ' generated ' || case a.attidentity when 'a' then 'always' else 'by default' end || ' as identity' else '' end
            || case when a.attgenerated <> '' then ' generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
                 when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid) else '' end) order by a.attnum)
        from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
       (select json_agg(conname || ' ' || pg_get_constraintdef(oid) order by contype desc, conname) from pg_constraint
        where conrelid = c.oid and contype in ('p', 'u', 'f', 'c', 'x')) as constraints,
       (select json_agg(pg_get_indexdef(i.indexrelid) order by i.indexrelid::regclass::text) from pg_index i
        where i.indrelid = c.oid and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))) as indexes,
       (select json_agg(pg_get_triggerdef(oid, true) order by tgname) from pg_trigger where tgrelid = c.oid and not tgisinternal) as triggers
     from pg_class c where ${inPublic} and relkind in ('r', 'p', 'v') and not relispartition`,
  )
  const relations = new Map(rows.map((relation) => [relation.name, relation]))
  const { rows: functions } = await db.query<{ text: string }>(ownFunctions)
  const parts = [...tables].map(([district, declared]) => {
    const texts = Object.keys(declared).flatMap((name) => {
      const relation = relations.get(name)
      return relation ? [textOf(relation)] : []
    })
    return [heading(district), ...texts].join('\n\n')
  })
  return [
    '-- Made from the migrations by a test. After a new migration: npm run test:unit -- server/platform/db/schema.test.ts -u',
    ...parts,
    heading('functions'),
    ...functions.map(({ text }) => `${text.trimEnd()};`),
  ]
    .join('\n\n')
    .concat('\n')
}

const heading = (text: string) => `-- ${'-'.repeat(20)} ${text} ${'-'.repeat(20)}`

function textOf({ name, comment, view, columns, constraints, indexes, triggers }: Relation): string {
  const about = comment === null ? [] : [`-- ${comment}`]
  if (view !== null) return [...about, `create view ${name} as`, view].join('\n')
  const lines = [
    ...(columns ?? []).map((column) => ({ text: `${column.name} ${column.text}`, comment: column.comment })),
    ...(constraints ?? []).map((constraint) => ({ text: `constraint ${constraint}`, comment: null })),
  ]
  const body = lines.flatMap((line, index) => [
    ...(line.comment === null ? [] : [`  -- ${line.comment}`]),
    `  ${line.text}${index < lines.length - 1 ? ',' : ''}`,
  ])
  return [
    ...about,
    `create table ${name} (`,
    ...body,
    ');',
    ...[...(indexes ?? []), ...(triggers ?? [])].map((text) => `${text};`),
  ].join('\n')
}

/** Draws the tables of a district and what they refer to, as a Mermaid flowchart. */
export async function drawTables(db: Pick<Queryable, 'query'>, declared: TableDeclarations): Promise<string> {
  const { rows } = await db.query<{ from: string; to: string }>(
    `select distinct f.relname as from, t.relname as to from pg_constraint k
     join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
     where k.contype = 'f' and f.${inPublic} and k.conrelid <> k.confrelid order by 2, 1`,
  )
  const own = rows.filter(({ from }) => from in declared)
  const targets = Map.groupBy(own, ({ to }) => to)
  const linked = new Set(own.flatMap(({ from, to }) => [from, to]))
  const alone = Object.entries(declared).flatMap(([name, { view }]) => (view || linked.has(name) ? [] : [name]))
  return [
    '```mermaid',
    'flowchart LR',
    ...[...targets].map(([to, links]) => `  ${links.map(({ from }) => from).join(' & ')} --> ${to}`),
    ...(alone.length > 0 ? [`  ${alone.join(' ~~~ ')}`] : []),
    '```',
  ].join('\n')
}
