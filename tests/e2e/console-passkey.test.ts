import { demoStaff, signInAs } from './console-staff.ts'
import { asStaff } from './reach-school.ts'
import { expect, test } from './shop.ts'
import { forgive } from './stand-in.ts'

test('a passkey is added and used to sign in [SEC-124]', async ({ page, shop, consoleErrors }) => {
  test.slow()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const instructor = demoStaff('instructor')
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const account = '/console/account'
  await page.goto(account)
  await signInAs(shop, instructor)

  await test.step('an address of numbers says where passkeys work', async () => {
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByLabel('Name').fill('Test device')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(
      page.getByText(/Passkeys need a host with a name\. Open http:\/\/localhost:\d+\/console\/account instead\./),
    ).toBeVisible()
  })

  // Browsers make passkeys for the name of this machine.
  const named = new URL(account, page.url())
  named.hostname = 'localhost'
  await asStaff(`update staff_code_sends set sent_at = sent_at - interval '2 minutes' where email = $1`, [instructor.email])
  await page.goto(named.href)
  await signInAs(shop, instructor, 'next')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByLabel('Name').fill('Test device')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('“Test device” is added.')).toBeVisible()
  expect((await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials).toHaveLength(1)

  await page.getByRole('button', { name: /Your account$/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await asStaff(`update staff_code_sends set sent_at = sent_at - interval '2 minutes' where email = $1`, [instructor.email])
  await page.getByLabel('E-mail').fill(instructor.email)
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByLabel('Code from the e-mail').fill(await shop.codeFor(instructor.email))
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('button', { name: /Your account$/ })).toBeVisible()

  await test.step('a refused passkey leaves the code valid', async () => {
    await page.getByRole('button', { name: /Your account$/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await asStaff(`update staff_code_sends set sent_at = sent_at - interval '2 minutes' where email = $1`, [instructor.email])
    await page.getByLabel('E-mail').fill(instructor.email)
    await page.getByRole('button', { name: 'Send code' }).click()
    const code = await shop.codeFor(instructor.email)
    await page.getByLabel('Code from the e-mail').fill(code)
    await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(page.getByText('The passkey was not used. Try again, or take another way.')).toBeVisible()
    await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(page.getByRole('button', { name: /Your account$/ })).toBeVisible()
  })
  forgive(consoleErrors, /status of 401/)
})
