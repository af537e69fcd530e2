import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { findCause } from './find-cause.ts'

const at = '2026-01-05 10:00:00.000 UTC [71]'

test.each([
  [
    'a full disk before its panic',
    [
      'FATAL:  terminating connection due to administrator command',
      'LOG:  could not write temporary file: No space left on device',
      'PANIC:  could not flush the log',
      'LOG:  server process (PID 9) was terminated by signal 6: Aborted',
    ],
    'could not write temporary file: No space left on device',
  ],
  [
    'the first fatal message of the server',
    ['FATAL:  password authentication failed for user "a"', 'FATAL:  could not open file "global/pg_control"', 'PANIC:  later'],
    'could not open file "global/pg_control"',
  ],
  [
    'a signal as the last resort',
    ['LOG:  startup process (PID 9) was terminated by signal 9: Killed'],
    'startup process (PID 9) was terminated by signal 9: Killed',
  ],
  ['no refused client', ['FATAL:  sorry, too many clients already'], undefined],
])('names %s [SEC-076]', (_case, lines, cause) => {
  expect(findCause(lines.map((line) => `${at} ${line}`).join('\n'), tmpdir())).toBe(cause)
})
