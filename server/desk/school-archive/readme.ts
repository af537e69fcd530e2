import { leftOut, declarations } from './left-out.ts'
import { lists } from './lists.ts'
import { dataFile, nameOf, type SchoolManifest } from './manifest.ts'

export interface Figures {
  files: number
  bytes: number
  documents: number
  /** Documents that could not be drawn. */
  missing: readonly string[]
}

const number = (value: number) => value.toLocaleString('en-IN')
const rupees = (paise: bigint) => `₹${(paise / 100n).toLocaleString('en-IN')}.${String(paise % 100n).padStart(2, '0')}`
const cell = (text: string) => text.replaceAll('|', '\\|')

/** Says what the archive holds and how anybody reads it, in Markdown. */
export function writeReadme(manifest: Omit<SchoolManifest, 'checksums'>, figures: Figures & { receivedPaise: bigint }): string {
  const rowsOf = (table: string) => number(manifest.checks[table]?.rows ?? 0)
  const megabytes = Math.ceil(figures.bytes / 1024 ** 2)
  const at = new Date(manifest.created_at).toLocaleString('en-GB', {
    timeZone: 'Asia/Kolkata',
    dateStyle: 'long',
    timeStyle: 'short',
  })
  const without = [...declarations].filter(([name]) => leftOut(name) !== undefined)
  return `# ${manifest.school}

Everything this school has, as of ${at} in India. No program is needed to read it but a text editor and a spreadsheet.
**It names people, with their addresses and payments: keep it as you keep the school's books.**

| | |
|---|---|
| students | ${rowsOf('users')} |
| courses | ${rowsOf('courses')} |
| batches | ${rowsOf('batches')} |
| places in batches | ${rowsOf('enrolments')} |
| money received | ${rupees(figures.receivedPaise)} |
| documents | ${number(figures.documents)} |
| certificates | ${rowsOf('certificates')} |
| files | ${number(figures.files)}, ${number(megabytes)} MB |

## What is where

| | |
|---|---|
| \`data/csv/*.csv\` | lists for people, to open in a spreadsheet. Amounts are in rupees and times are those of India |
| \`data/*.jsonl\` | all data: a file for each table, a line of JSON for each row. Times are in UTC, amounts in paise (100 are a rupee) |
| \`schema.json\` | what each table and column is, as a JSON Schema (2020-12) |
| \`media/\` | pictures and what students handed in; \`media/recordings/\` has the recordings, in the parts that players load |
| \`documents/\` | receipts, invoices, credit notes, refund notes and certificates as PDF, named by their number |
| \`checksums.sha256\` | of each file. \`sha256sum -c checksums.sha256\` checks them |
| \`manifest.json\` | when and by which version it was made, and what an import compares |

A text in a CSV that a spreadsheet would run as a formula has an apostrophe before it.

    tar -xzf school.tar.gz                                  # unpack
    jq -r 'select(.verified_at) | .email' data/users.jsonl  # one column of a table

A column such as \`user_id\` has the \`id\` of a row of another table; \`schema.json\` says of which.
${
  figures.missing.length === 0
    ? ''
    : `
## Documents that could not be drawn

Their content is in the data. ${figures.missing.join(', ')}.
`
}
## Lists

| file | rows are |
|---|---|
${lists.map(({ name, holds }) => `| \`data/csv/${name}.csv\` | ${cell(holds)} |`).join('\n')}

## Tables

| file | rows | a row is |
|---|---|---|
${manifest.tables.map((table) => `| \`${dataFile(table)}\` | ${rowsOf(nameOf(table))} | ${cell(declarations.get(table.name)?.holds ?? '')} |`).join('\n')}

## What is not here

Secrets: the keys of the server and of the payment provider, and second factors of staff. Staff sign in anew by a link
(\`npm run staff -- reset EMAIL\`). Recordings that the operator keeps in a folder of their own (\`RECORDINGS_DIR\`) and video at other addresses are not files of the school.
Of these tables there are no rows:

| table | why |
|---|---|
${without.map(([name]) => `| \`${name}\` | ${cell(leftOut(name) ?? '')} |`).join('\n')}

What is sealed in the data (\`certificate_keys\`, \`mail_outbox\`) opens only with the \`AUTH_SECRET\` of the server that made it. Without it a new key signs from
now on, and what was signed stays verifiable.

## Bring it back

\`npm run school:import -- FILE.tar.gz\` makes an empty school of this version (${manifest.version}) or a newer one equal to this. See "Leave, and arrive" in
docs/operations.md.
`
}
