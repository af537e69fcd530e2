import type { PersonalData } from '#server/platform/personal-data/define-personal-data.ts'

const exported = { no: 'It belongs to a member of staff, who is not a student and reads it under Your account.' }
const account = {
  exported,
  erased: { retained: 'The audit log refers to the account, so the school keeps it while its records are kept.' },
}
const session = {
  exported,
  erased: { retained: 'The sweep deletes sessions 90 days after their end, and devices 180 days after their last use.' },
}
const signIn = { exported, erased: { retained: 'The sweep deletes it within two days, because only limits read it.' } }
const factor = { exported, erased: { retained: 'It is a second factor, which a reset of the account removes.' } }

/** Staff are not students: no student's export or erasure touches their data. */
export const staffPersonalData: PersonalData = {
  exports: {},
  erasures: {},
  columns: {
    'staff.email': account,
    'staff.name': account,
    'staff_sessions.user_agent': session,
    'staff_sessions.network': session,
    'staff_devices.network': session,
    'staff_codes.email': signIn,
    'staff_code_sends.email': signIn,
    'staff_code_sends.network': signIn,
    'staff_code_guesses.email': signIn,
    'staff_code_guesses.network': signIn,
    'staff_factor_tries.network': signIn,
    'staff_challenges.email': signIn,
    'staff_totp.sealed': factor,
    'staff_passkeys.credential_id': factor,
    'staff_passkeys.public_key': factor,
    'staff_passkeys.label': factor,
    'staff_recovery_codes.code_hash': factor,
    'staff_invitations.token_hash': factor,
  },
}
