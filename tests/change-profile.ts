import type { SignedIn } from '#contract/accounts.ts'
import type { TestApp } from './create-test-app.ts'
import { codeSentTo, signIn } from './sign-in.ts'

/** A student for whom no wait for the next code is running. */
export async function signInLongAgo(shop: TestApp): ReturnType<typeof signIn> {
  const student = await signIn(shop)
  await shop.passTime('61 seconds')
  return student
}

export async function askFor(shop: TestApp, access: string, wish: { email: string; phone: string }) {
  // What waits is sent before, so that the code's mail is the newest.
  await shop.mails()
  return shop.post(
    '/auth/profile/',
    { user: { first_name: 'Ignored', email: wish.email }, student: { phone: wish.phone } },
    access,
  )
}

export function confirm(shop: TestApp, access: string, email: string, otp: string) {
  return shop.post(`/auth/update-verify/?email=${encodeURIComponent(email)}`, { otp }, access)
}

/** Asks, reads the code and enters it; throws with the answer unless all of it succeeds. */
export async function changeTo(shop: TestApp, student: SignedIn, wish: { email: string; phone: string }): Promise<void> {
  const asked = await askFor(shop, student.access, wish)
  if (asked.statusCode !== 200) throw new Error(asked.body)
  const done = await confirm(shop, student.access, wish.email, await codeSentTo(shop, wish.email))
  if (done.statusCode !== 200) throw new Error(done.body)
}

/** The token of the link in the newest notice of a change to an address. */
export async function undoTokenFor(shop: TestApp, email: string): Promise<string> {
  const letter = (await shop.mails(email)).find(({ text }) => text.includes('/undo-change#'))
  const token = /undo-change#([\w-]{43})/.exec(letter?.text ?? '')?.[1]
  if (!token) throw new Error(`no link was mailed to ${email}`)
  return token
}
