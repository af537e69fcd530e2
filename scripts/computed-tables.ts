import type { TableDeclaration } from '#server/platform/db/tables/define-tables.ts'
import type { DynamicTables } from './check-tables.ts'

/** Files whose SQL computes the name of a table. */
export function computedTables(declared: ReadonlyMap<string, TableDeclaration>): Record<string, DynamicTables> {
  return {
    ...anyTable,
    'server/platform/db/seed/load-demo.ts': {
      why: 'one function inserts the demo content',
      tables: [...declared].flatMap(([name, { demo }]) => (demo ? [name] : [])),
    },
  }
}

const anyTable: Record<string, DynamicTables> = {
  'server/desk/school-archive/rows.ts': { why: 'the archive of a school has every table', tables: [] },
  'server/platform/backups/facts.ts': { why: 'a backup counts every table', tables: [] },
  'server/platform/db/export.ts': { why: 'a snapshot has every table', tables: [] },
  'server/platform/db/grant-rights.ts': { why: 'the name after from is a role', tables: [] },
  'server/platform/db/import.ts': { why: 'a snapshot has every table', tables: [] },
  'server/platform/db/mark-restore.ts': { why: 'every sequence gets room for ids', tables: [] },
  'server/platform/db/keyset.ts': { why: 'the check reads the table from each call of keyset', tables: [] },
  'server/platform/records/read-records.ts': { why: 'the check reads the table from each call of readRecords', tables: [] },
  'server/platform/records/staff-records.ts': { why: 'the check reads the table from each call of staffRecords', tables: [] },
}
