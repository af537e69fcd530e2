/** What is to be known of a table or view. Checks and tests read it, and the archive of a school. */
export interface TableDeclaration {
  /** What a row is. */
  holds: string
  view?: true
  /** Whether changes by staff are written to the audit log: the columns of the key and those that are masked there, or why not. */
  audited?: { key: string; masked?: readonly string[]; only?: 'update' } | { no: string }
  /** Whether a change without an actor is rejected, because only staff write it; or why not. Of audited tables. */
  guarded?: true | { no: string }
  /** An update raises `version`, with which two people who edit at once notice each other. */
  versioned?: true
  /** Tags of cached answers that a change drops. */
  announces?: readonly string[]
  /** The demo content fills it. */
  demo?: true
  /** Columns that refer to an account or identify a person, and those that only look like it, with the reason. */
  personal?: readonly ({ columns: readonly string[] } & (PersonalData | { no: string }))[]
  /**
   * What the archive of a school has of it, which anybody may read who has the file. By default all of it. `leftOut` is why none of its rows are
   * in it; `safe` is why columns that hold a secret or a hash may be.
   */
  archive?: { leftOut: string } | { safe: string }
  /** Other districts that read it, and why. A district that writes a table may read it. */
  readBy?: Readonly<Record<string, string>>
  /** Other districts that write it, and why. */
  writtenBy?: Readonly<Record<string, string>>
}

interface PersonalData {
  /** The part of the export that contains them, or why none does. */
  exported: string | { no: string }
  /** The statement that erases them, or why they are retained. */
  erased: string | { retained: string }
}

export type TableDeclarations = Readonly<Record<string, TableDeclaration>>

/** Declares the tables and views that a district owns. `server/<district>/tables.ts` does, once for each table. */
export const defineTables = (tables: TableDeclarations): TableDeclarations => tables
