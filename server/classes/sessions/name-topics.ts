import type { NamedTopics } from '#contract/classes/staff/sessions.ts'
import { previewable } from '#server/platform/audit/previewable.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { invalid } from '#server/platform/errors/errors.ts'
import { lockBatchForClasses } from './lock-batch.ts'

interface Named {
  id: number
  number: number
  topic: string
  module: string
}

const classesToName = statement<Named>(
  'classes_to_name',
  `select id, number, topic, module from numbered_sessions where batch_id = $1 and state <> 'cancelled' order by number`,
)
const nameSessions = statement(
  'name_sessions',
  `update class_sessions s set topic = t.topic, module = t.module
   from jsonb_to_recordset($1::jsonb) as t (id integer, topic text, module text)
   where s.id = t.id and (s.topic, s.module) is distinct from (t.topic, t.module)`,
)

const longestTopic = 200

/**
 * Names the classes of a batch in order, a line each. A tab separates module and topic; an empty line leaves its class as it
 * is. With `preview` nothing is changed.
 * @throws HttpError 400 for more lines than classes or a line that is too long; 404; 409 when the batch is cancelled
 */
export async function nameTopics(
  deps: Deps,
  staff: Staff,
  { batchId, preview, topics }: { batchId: number; preview: boolean; topics: string },
): Promise<NamedTopics> {
  const lines = topics.split(/\r\n|\r|\n/).map((text) => text.trim())
  const refuse = (message: string) => invalid(message, { topics: [message] })
  return previewable(deps, staff, preview, async (tx) => {
    await lockBatchForClasses(tx, batchId)
    const classes = await rows(tx, classesToName, [batchId])
    if (lines.length > classes.length)
      throw refuse(`The batch has ${classes.length} classes, and the list ${lines.length} lines.`)
    const named = classes.map((one, index) => ({ ...one, ...readLine(lines[index] ?? '', one) }))
    const long = named.find(({ topic, module }) => Math.max(topic.length, module.length) > longestTopic)
    if (long) throw refuse(`Line ${long.number} is longer than ${longestTopic} characters.`)
    await rows(tx, nameSessions, [JSON.stringify(named)])
    return {
      sessions: classes.map(({ id, number, topic, module }, index) => {
        const after = named[index] ?? { topic, module }
        const changed = after.topic !== topic || after.module !== module
        return { id, number, before: topic, after: after.topic, module: after.module, changed }
      }),
      tells: 'nobody',
    }
  })
}

function readLine(text: string, current: Named): { topic: string; module: string } {
  if (text === '') return { topic: current.topic, module: current.module }
  const [first = '', ...rest] = text.split('\t').map((part) => part.trim())
  const topic = rest.join(' ').trim()
  return topic === '' ? { topic: first, module: current.module } : { topic, module: first }
}
