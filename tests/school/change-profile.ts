import type { SignedIn } from '#contract/people/accounts.ts'
import type { TestApp } from './create-test-app.ts'
import { codeSentTo, signIn } from './sign-in.ts'

/** Signs in a student who can request the next code at once. */
export async function signInLongAgo(shop: TestApp): ReturnType<typeof signIn> {
  const student = await signIn(shop)
  await shop.passTime('61 seconds')
  return student
}

export async function askFor(shop: TestApp, access: string, change: { email: string; phone: string }) {
  // Queued mails are sent first, so that the code's mail is the newest.
  await shop.mails()
  return shop.post(
    '/auth/profile/',
    { user: { first_name: 'Ignored', email: change.email }, student: { phone: change.phone } },
    access,
  )
}

export function confirm(shop: TestApp, access: string, email: string, otp: string) {
  return shop.post(`/auth/update-verify/?email=${encodeURIComponent(email)}`, { otp }, access)
}

/**
 * Requests a change and confirms it with the mailed code.
 * @throws Error with the response body when a call fails
 */
export async function changeTo(shop: TestApp, student: SignedIn, change: { email: string; phone: string }): Promise<void> {
  const requested = await askFor(shop, student.access, change)
  if (requested.statusCode !== 200) throw new Error(requested.body)
  const confirmed = await confirm(shop, student.access, change.email, await codeSentTo(shop, change.email))
  if (confirmed.statusCode !== 200) throw new Error(confirmed.body)
}

/** Returns the undo token from the newest change notice to an address. */
export async function undoTokenFor(shop: TestApp, email: string): Promise<string> {
  const mail = (await shop.mails(email)).find(({ text }) => text.includes('/undo-change#'))
  const token = /undo-change#([\w-]{43})/.exec(mail?.text ?? '')?.[1]
  if (!token) throw new Error(`no link was mailed to ${email}`)
  return token
}
