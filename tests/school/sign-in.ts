import type { SignedIn } from '#contract/people/accounts.ts'
import type { TestApp } from './create-test-app.ts'
import { codesIn } from '#tests/security/leaks-of.ts'

let phones = 9_000_000_000

export interface Person {
  full_name: string
  email: string
  phone_number: string
}

/** Returns details that no account has. */
export function newPerson(name = 'Asha Patil'): Person {
  phones += 1
  return { full_name: name, email: `student-${phones}@example.com`, phone_number: String(phones) }
}

/**
 * Returns the code from the newest code mail to an address.
 * @throws Error when no mail has a code
 */
export async function codeSentTo(test: TestApp, email: string): Promise<string> {
  // Newer mails may include a receipt, whose number has six digits.
  const [code] = codesIn(await test.mails(email))
  if (!code) throw new Error(`no code was mailed to ${email}`)
  return code
}

/** Registers a student and signs in with the mailed code. */
export async function signIn(test: TestApp, person = newPerson()): Promise<SignedIn & { person: Person }> {
  const registered = await test.post('/auth/register/', { ...person, type: 'register' })
  if (registered.statusCode !== 201) throw new Error(registered.body)
  const otp = await codeSentTo(test, person.email)
  const answer = await test.post(`/auth/verify-otp/?email=${encodeURIComponent(person.email)}`, { otp })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return { ...answer.json<SignedIn>(), person }
}
