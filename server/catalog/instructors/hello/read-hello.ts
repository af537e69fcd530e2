import type { Visitor } from '#server/platform/auth/principal.ts'
import { row, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'

interface HelloFile {
  type: 'mp4' | 'webm'
  vtt: string
}
const helloOfKey = statement<HelloFile>(
  'hello_of_key',
  `select hello_type as type, hello_vtt as vtt from instructors where hello_key = $1`,
)

/** Returns what is known of the hello with a key; undefined when no instructor has it any more. */
export function readHello(deps: Pick<Deps, 'db'>, _visitor: Visitor, key: string): Promise<HelloFile | undefined> {
  return row(deps.db, helloOfKey, [key])
}
