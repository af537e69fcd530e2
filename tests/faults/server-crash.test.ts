import { test } from 'vitest'
import { killUnderLoad } from './kill-under-load.ts'

test('a server killed five times under load loses no acknowledged write and goes on with its mail', { timeout: 300_000 }, () =>
  killUnderLoad(5),
)
