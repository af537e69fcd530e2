import { expect, test } from 'vitest'
import { recordings } from '#contract/classes/staff/recordings.ts'
import { hiddenBecause, readClipDraft } from './clip-draft.ts'

test.each([
  [{ from: '0:10', to: '1:10' }, 0, { part: { from_seconds: 10, to_seconds: 70 } }],
  [
    { from: '10', to: '' },
    0,
    { problems: { from: 'A time looks like 1:30 or 1:02:03.', to: 'A time looks like 1:30 or 1:02:03.' } },
  ],
  [{ from: '0:10', to: '0:19' }, 0, { problems: { to: 'A clip has at least 10 seconds.' } }],
  [{ from: '0:10', to: '1:11' }, 0, { problems: { to: 'A clip has at most 60 seconds.' } }],
  [{ from: '0:10', to: '0:10' }, 0, { problems: { to: 'A clip ends after it begins.' } }],
  [{ from: '0:40', to: '0:55' }, 54, { problems: { to: 'The recording ends at 0:54.' } }],
  [{ from: '24:00:00', to: '24:00:20' }, 0, { problems: { from: 'A clip begins within the first day.' } }],
])('reads the times %o of a clip', (draft, length, read) => {
  expect(readClipDraft(draft, length)).toEqual(read)
})

const clip = { from_seconds: 10, to_seconds: 40, on_home: false }
const shown = { ...recordings.examples.record, is_preview: true, clip, clip_is_shown: true }

test.each([
  [shown, null],
  [{ ...shown, clip: null, clip_is_shown: false }, null],
  [{ ...shown, clip_is_shown: false, is_preview: false }, /no free preview/],
  [{ ...shown, clip_is_shown: false, state: 'withheld' as const }, /withheld/],
  [{ ...shown, clip_is_shown: false, duration_seconds: 39 }, /ends after/],
  [{ ...shown, clip_is_shown: false, kind: 'file' as const }, /captions/],
])('says why visitors do not see a clip: %#', (record, why) => {
  const said = hiddenBecause(record)
  if (why === null) expect(said).toBeNull()
  else expect(said).toMatch(why)
})
