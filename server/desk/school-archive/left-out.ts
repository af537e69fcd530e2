import { catalogTables } from '#server/catalog/tables.ts'
import { classesTables } from '#server/classes/tables.ts'
import { deskTables } from '#server/desk/tables.ts'
import { enrolmentTables } from '#server/enrolment/tables.ts'
import { learningTables } from '#server/learning/tables.ts'
import { messagingTables } from '#server/messaging/tables.ts'
import { moneyTables } from '#server/money/tables.ts'
import { peopleTables } from '#server/people/tables.ts'
import type { TableDeclaration } from '#server/platform/db/tables/define-tables.ts'
import { platformTables } from '#server/platform/tables.ts'
import { siteTables } from '#server/site/tables.ts'

/** Every table of the school with what is known of it. */
export const declarations: ReadonlyMap<string, TableDeclaration> = new Map(
  [
    catalogTables,
    classesTables,
    deskTables,
    enrolmentTables,
    learningTables,
    messagingTables,
    moneyTables,
    peopleTables,
    platformTables,
    siteTables,
  ].flatMap((tables) => Object.entries(tables)),
)

/** Why the rows of a table are not in the archive; undefined when they are. */
export function leftOut(table: string): string | undefined {
  const archive = declarations.get(table)?.archive
  return archive && 'leftOut' in archive ? archive.leftOut : undefined
}
