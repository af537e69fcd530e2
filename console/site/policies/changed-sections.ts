import type { PolicyRecord } from '#contract/site/staff/policies.ts'

type Text = Pick<PolicyRecord, 'title' | 'content'>

interface Change {
  name: string
  label: string
  before: string | null
  after: string | null
}

/** The parts in which two versions differ, by their headings. A part that is new or gone has one side. */
export function changedSections(before: Text, after: Text): Change[] {
  const [old, now] = [numbered(before), numbered(after)]
  const keys = [...now.keys(), ...[...old.keys()].filter((key) => !now.has(key))]
  const parts = keys.map((key) => ({ name: key, label: key, before: old.get(key) ?? null, after: now.get(key) ?? null }))
  const title = { name: 'title', label: 'Title', before: before.title, after: after.title }
  return [title, ...parts].filter((change) => change.before !== change.after)
}

/** Texts by heading. A heading that is used again gets a number, so that no part is lost. */
function numbered({ content }: Text): Map<string, string> {
  const texts = new Map<string, string>()
  for (const { title, description } of content) {
    let key = title
    for (let count = 2; texts.has(key); count += 1) key = `${title} (${count})`
    texts.set(key, description)
  }
  return texts
}
