import { test } from 'vitest'
import { killUnderLoad } from './kill-under-load.ts'

test('a server killed under load loses no acknowledged write [SEC-071]', { timeout: 300_000 }, () => killUnderLoad(1))
