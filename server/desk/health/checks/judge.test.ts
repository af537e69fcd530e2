import { expect, test } from 'vitest'
import { judgeCertificate } from './certificate.ts'
import { judgeClocks } from './clock.ts'
import { judgeDisk } from './disk.ts'
import { judgeMail } from './mail.ts'
import { judgeSettings } from './postgresql.ts'
import { judgeWebhook } from './webhook.ts'

const GB = 1024 ** 3

test('a disk that fills within two weeks needs somebody', () => {
  const now = { free: 20 * GB, used: 80 * GB }
  expect(judgeDisk(now, undefined, GB)).toEqual({ ok: true, figure: '20 GB free of 100 GB' })
  // Two days say nothing about the growth.
  expect(judgeDisk(now, { used_bytes: 60 * GB, days: 2 }, GB).ok).toBe(true)
  expect(judgeDisk(now, { used_bytes: 75 * GB, days: 10 }, GB)).toEqual({
    ok: true,
    figure: '20 GB free of 100 GB, full in 38 days as it grows now',
  })
  expect(judgeDisk(now, { used_bytes: 60 * GB, days: 10 }, GB)).toMatchObject({
    ok: false,
    figure: '20 GB free of 100 GB, full in 9 days as it grows now',
    advice: expect.stringContaining('larger disk'),
  })
  expect(judgeDisk({ free: GB / 4, used: 99 * GB }, undefined, GB / 2)).toMatchObject({
    ok: false,
    figure: '0.3 GB free of 99 GB',
    advice: expect.stringContaining('Make room'),
  })
})

test('clocks may differ by five seconds', () => {
  expect(judgeClocks(0.004, undefined)).toEqual({ ok: true, figure: "0.0 s from the database's" })
  expect(judgeClocks(0, 5)).toMatchObject({ ok: true, figure: "0.0 s from the database's, 5.0 s from the payment provider's" })
  expect(judgeClocks(0, 61)).toMatchObject({ ok: false, advice: expect.stringContaining('time synchronisation') })
  expect(judgeClocks(9, 0).ok).toBe(false)
})

test('a certificate is renewed two weeks before its end', () => {
  const now = new Date('2026-12-01T00:00:00Z')
  const endsIn = (days: number) => new Date(now.getTime() + days * 86_400_000)
  expect(judgeCertificate('school.in', { endsAt: endsIn(60) }, now)).toEqual({ ok: true, figure: 'ends in 60 days' })
  expect(judgeCertificate('school.in', { endsAt: endsIn(13) }, now)).toMatchObject({ ok: false, figure: 'ends in 13 days' })
  expect(judgeCertificate('school.in', { endsAt: endsIn(-2) }, now)).toMatchObject({ ok: false, figure: 'ended 2 days ago' })
  expect(judgeCertificate('school.in', { endsAt: endsIn(60), problem: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, now)).toMatchObject({
    ok: false,
    figure: 'ends in 60 days, not believed (DEPTH_ZERO_SELF_SIGNED_CERT)',
  })
  expect(judgeCertificate('school.in', { problem: 'no answer' }, now)).toMatchObject({
    ok: false,
    figure: 'school.in does not answer (no answer)',
  })
})

test('mail that waits or bounces needs somebody', () => {
  const fine = { waiting: 0, oldest_minutes: 0, problem: null, sent: 200, bounced: 4 }
  expect(judgeMail(fine)).toEqual({ ok: true, figure: '200 sent in a day, 4 bounced, 0 waiting' })
  expect(judgeMail({ ...fine, sent: 1000, bounced: 40 }).ok).toBe(true)
  expect(judgeMail({ ...fine, bounced: 40 })).toMatchObject({ ok: false, advice: expect.stringContaining('SPF') })
  expect(judgeMail({ ...fine, waiting: 3, oldest_minutes: 45, problem: '535 Bad password' })).toMatchObject({
    ok: false,
    advice: expect.stringMatching(/waited for 45 minutes\. The mail server says: 535 Bad password$/),
  })
})

test('a webhook that is silent beside sales needs somebody', () => {
  expect(judgeWebhook({ sales: 0, silent_hours: null }).ok).toBe(true)
  expect(judgeWebhook({ sales: 3, silent_hours: 0.2 })).toEqual({
    ok: true,
    figure: 'an event within the last hour, 3 payments online in a day',
  })
  expect(judgeWebhook({ sales: 3, silent_hours: 30 }, 'https://school.in')).toMatchObject({
    ok: false,
    figure: 'the last event 30 h ago, 3 payments online in a day',
    advice: expect.stringContaining('https://school.in/api/payment/webhook/'),
  })
  expect(judgeWebhook({ sales: 1, silent_hours: null }).ok).toBe(false)
})

test('settings of PostgreSQL that lose data come first', () => {
  const fine = {
    version: '18.4',
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    jit: 'off',
    random_page_cost: 1.1,
    connections: 12,
    max_connections: 100,
  }
  expect(judgeSettings(fine)).toEqual({ ok: true, figure: '18.4, 12 of 100 connections' })
  for (const [wrong, advice] of [
    [{ fsync: 'off', jit: 'on' }, 'fsync = on'],
    [{ synchronous_commit: 'off' }, 'synchronous_commit = on'],
    [{ connections: 90, jit: 'on' }, 'max_connections'],
    [{ jit: 'on' }, 'jit = off'],
    [{ random_page_cost: 4 }, 'random_page_cost = 1.1'],
  ] as const) {
    expect(judgeSettings({ ...fine, ...wrong })).toMatchObject({ ok: false, advice: expect.stringContaining(advice) })
  }
})
