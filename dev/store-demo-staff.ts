import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateSecret } from 'otplib'
import { z } from 'zod'
import { type Role, roles } from '#contract/permissions.ts'
import { LaunchError } from '#postgres/launch-error.ts'
import { writeOnce } from './write-once.ts'

const demoStaff = z.array(z.object({ role: z.enum(roles), email: z.email(), totp_secret: z.string().regex(/^[A-Z2-7]{32,}$/) }))
export type DemoStaff = z.output<typeof demoStaff>

/**
 * Returns the demo's staff, one account per role, with the secrets of their authenticator apps. Generated at the first start.
 * @throws LaunchError when the file is damaged
 */
export function storeDemoStaff(dataDir: string): { file: string; staff: DemoStaff } {
  const file = join(dataDir, 'demo-staff.json')
  const account = (role: Role) => ({ role, email: `${role}@karyashala.example`, totp_secret: generateSecret() })
  writeOnce(file, roles.map(account))
  try {
    return { file, staff: demoStaff.parse(JSON.parse(readFileSync(file, 'utf8'))) }
  } catch {
    throw new LaunchError(`${file} is damaged: delete it. The next start makes new secrets for the demo's staff.`)
  }
}
