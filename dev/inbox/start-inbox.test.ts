import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SendMailOptions } from 'nodemailer'
import { createTransport } from 'nodemailer'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { maxMessages, openMailbox } from './open-mailbox.ts'
import { startInbox } from './start-inbox.ts'

const message = z.object({
  id: z.string(),
  to: z.string(),
  from: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  date: z.iso.datetime(),
  attachments: z.array(z.strictObject({ filename: z.string(), contentType: z.string(), size: z.number() })),
})

async function startTestInbox() {
  const dataDir = mkdtempSync(join(tmpdir(), 'inbox-'))
  const start = () => startInbox({ smtpPort: 0, port: 0, dataDir })
  let running = await start()
  onTestFinished(async () => {
    await running.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return {
    get url() {
      return running.url
    },
    get smtpUrl() {
      return running.smtpUrl
    },
    dataDir,
    async send(mail: SendMailOptions) {
      const transport = createTransport(running.smtpUrl)
      try {
        return await transport.sendMail({ from: 'Karyashala <no-reply@karyashala.example>', ...mail })
      } finally {
        transport.close()
      }
    },
    get: (path: string) => fetch(running.url + path),
    async messages(to?: string) {
      const response = await fetch(`${running.url}/messages${to === undefined ? '' : `?to=${encodeURIComponent(to)}`}`)
      return z.array(message).parse(await response.json())
    },
    fault: (body: unknown) =>
      fetch(`${running.url}/control/faults`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    async restart() {
      await running.close()
      running = await start()
    },
  }
}

test('lists mail by recipient, case-insensitively, newest first', async () => {
  const inbox = await startTestInbox()
  await inbox.send({
    to: 'Asha@Example.com',
    subject: '482913 is your code',
    text: 'Your code: 482913 ₹',
    html: '<p>Your code: <b>482913</b></p>',
  })
  await inbox.send({ to: 'ravi@example.com', subject: 'Other', text: 'x' })
  await inbox.send({ to: 'asha@example.com', subject: 'Receipt', text: 'Paid' })
  const mine = await inbox.messages('ASHA@example.COM')
  expect(mine.map((mail) => mail.subject)).toEqual(['Receipt', '482913 is your code'])
  expect(mine[1]).toMatchObject({
    to: 'Asha@example.com',
    from: 'Karyashala <no-reply@karyashala.example>',
    html: expect.stringContaining('<b>482913</b>'),
    attachments: [],
  })
  expect(mine[1]?.text.trim()).toBe('Your code: 482913 ₹')
  expect(await inbox.messages()).toHaveLength(3)
  expect(await inbox.messages('sha@example.com')).toEqual([])
})

test('lists mail for blind copies and several recipients', async () => {
  const inbox = await startTestInbox()
  await inbox.send({ to: ['a@example.com', 'b@example.com'], bcc: 'c@example.com', subject: 'All', text: 'x' })
  for (const to of ['a@example.com', 'b@example.com', 'c@example.com']) expect(await inbox.messages(to)).toHaveLength(1)
})

test('returns attachments byte for byte', async () => {
  const inbox = await startTestInbox()
  const content = Buffer.from([0, 255, 13, 10, 46, 13, 10, 0x25, 0x50])
  await inbox.send({
    to: 'a@example.com',
    subject: 'Receipt',
    text: 'x',
    attachments: [{ filename: 'receipt ₹1.pdf', content, contentType: 'application/pdf' }],
  })
  const [mail] = await inbox.messages()
  expect(mail?.attachments).toEqual([{ filename: 'receipt ₹1.pdf', contentType: 'application/pdf', size: content.length }])
  const file = await inbox.get(`/messages/${mail?.id ?? ''}/attachments/0`)
  expect(file.headers.get('content-disposition')).toContain(encodeURIComponent('receipt ₹1.pdf'))
  expect(Buffer.from(await file.arrayBuffer())).toEqual(content)
  expect((await inbox.get(`/messages/${mail?.id ?? ''}/attachments/1`)).status).toBe(404)
})

test('serves mail HTML without scripts', async () => {
  const inbox = await startTestInbox()
  await inbox.send({ to: 'a@example.com', subject: '<script>alert(1)</script>', html: '<script>alert(1)</script><p>Hello</p>' })
  const [mail] = await inbox.messages()
  const page = await inbox.get(`/messages/${mail?.id ?? ''}/html`)
  const policy = page.headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(/^sandbox [^;]*;/)
  expect(policy).not.toContain('allow-scripts')
  expect(policy).toContain("default-src 'none'")
  expect(await page.text()).toContain('<p>Hello</p>')
})

test('preserves messages and faults across a restart', async () => {
  const inbox = await startTestInbox()
  await inbox.send({ to: 'a@example.com', subject: 'Kept', text: 'x' })
  await inbox.fault({ smtp: 'down' })
  await inbox.restart()
  expect(await inbox.messages()).toMatchObject([{ subject: 'Kept' }])
  await expect(inbox.send({ to: 'a@example.com', subject: 'x', text: 'x' })).rejects.toMatchObject({ responseCode: 421 })
})

test('refuses bounce@ with 550, and all mail with 421 when down', async () => {
  const inbox = await startTestInbox()
  await expect(inbox.send({ to: 'Bounce@example.com', subject: 'x', text: 'x' })).rejects.toMatchObject({ responseCode: 550 })
  expect((await inbox.fault({ smtp: 'down' })).status).toBe(200)
  await expect(inbox.send({ to: 'a@example.com', subject: 'x', text: 'x' })).rejects.toMatchObject({ responseCode: 421 })
  expect(await (await inbox.fault({})).json()).toEqual({ smtp: 'up' })
  await inbox.send({ to: 'a@example.com', subject: 'Through', text: 'x' })
  expect(await inbox.messages()).toMatchObject([{ subject: 'Through' }])
  expect((await inbox.fault({ smtp: 'slow' })).status).toBe(400)
  expect((await inbox.fault({ pop: 'down' })).status).toBe(400)
})

test('identifies itself in the SMTP greeting', async () => {
  const inbox = await startTestInbox()
  const { hostname, port } = new URL(inbox.smtpUrl)
  const greeting = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    socket.once('error', reject)
    socket.once('data', (data) => {
      socket.destroy()
      resolve(String(data))
    })
  })
  expect(greeting).toMatch(/^220 .*Karyashala-Inbox/)
})

test('stores only the newest messages', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'inbox-'))
  const mailbox = openMailbox(dataDir)
  onTestFinished(() => {
    mailbox.close()
    rmSync(dataDir, { recursive: true })
  })
  for (let number = 1; number <= maxMessages + 5; number += 1) {
    mailbox.save({
      from: 'a@b.c',
      to: ['a@b.c'],
      subject: String(number),
      text: '',
      html: '',
      date: new Date(0).toISOString(),
      attachments: [{ filename: 'f', contentType: 'text/plain', content: new Uint8Array(1) }],
    })
  }
  const stored = mailbox.list('a@b.c', maxMessages + 10)
  expect([stored.length, stored.at(0)?.subject, stored.at(-1)?.subject]).toEqual([maxMessages, String(maxMessages + 5), '6'])
  expect(mailbox.attachment('5', 0)).toBeUndefined()
})

test('names the port in use and its variable', async () => {
  const inbox = await startTestInbox()
  const other = mkdtempSync(join(tmpdir(), 'inbox-'))
  onTestFinished(() => rmSync(other, { recursive: true }))
  for (const [key, url] of [
    ['port', inbox.url],
    ['smtpPort', inbox.smtpUrl],
  ] as const) {
    const port = Number(new URL(url).port)
    const start = startInbox({ smtpPort: 0, port: 0, dataDir: other, [key]: port })
    await expect(start).rejects.toThrow(new RegExp(`${port}.*INBOX_PORT`))
  }
})

test('serves a strict policy, and 404 for unknown messages', async () => {
  const inbox = await startTestInbox()
  const page = await inbox.get('/')
  expect(page.headers.get('content-security-policy')).not.toContain('unsafe')
  for (const path of ['/inbox.css', '/inbox.js']) expect((await inbox.get(path)).status).toBe(200)
  expect((await inbox.get('/messages/999')).status).toBe(404)
  expect((await inbox.get('/messages/abc')).status).toBe(400)
  expect((await inbox.get('/messages?limit=0')).status).toBe(400)
})
