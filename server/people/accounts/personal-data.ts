import { statement } from '#server/platform/db/query.ts'
import { exportParts, type PersonalData } from '#server/platform/personal-data/define-personal-data.ts'

// The random address cannot be guessed and registered in advance.
const anonymisePerson = statement(
  'anonymise_person',
  `update users set email = 'erased-' || gen_random_uuid() || '@erased.invalid', full_name = 'Erased student', phone = null,
     verified_at = coalesce(verified_at, app_now()), consent_version = null, consented_at = null,
     disabled_at = app_now(), erased_at = app_now()
   where id = $1`,
)
const eraseSessions = statement('erase_sessions', `delete from sessions where user_id = $1`)
const eraseRegistrations = statement('erase_registrations', `delete from registrations where user_id = $1`)
const erasePendingChanges = statement('erase_pending_changes', `delete from pending_changes where user_id = $1`)
const eraseUndoLinks = statement('erase_undo_links', `delete from undo_links where user_id = $1`)
const eraseCodes = statement('erase_codes', `delete from codes where email = $1`)
const eraseGuesses = statement('erase_guesses', `delete from code_guesses where email = $1`)
const eraseSends = statement('erase_sends', `delete from code_sends where email = $1`)
const eraseNetworks = statement('erase_networks', `delete from known_networks where email = $1`)
const eraseFormerAddresses = statement('erase_former_addresses', `delete from former_addresses where user_id = $1`)

export const accountsPersonalData: PersonalData = {
  exports: {
    account: exportParts({
      profile: `select id, full_name, email, phone, verified_at, consent_version, consented_at, created_at from users where id = $1`,
      sessions: `select user_agent, created_at, last_seen_at, expires_at, revoked_at from sessions where user_id = $1 order by created_at`,
      changes_that_can_be_undone: `select email as previous_email, phone as previous_phone, full_name as previous_name, created_at, expires_at from undo_links
       where user_id = $1 and expires_at > app_now() order by created_at`,
      changes_that_wait_for_a_code: `select email as new_email, phone as new_phone, code_email as code_sent_to, requested_at
       from pending_changes where user_id = $1`,
      earlier_addresses: `select email, proven from former_addresses where user_id = $1 order by email`,
    }),
    address: exportParts({
      codes: `select purpose::text as purpose, expires_at, consumed_at from codes where email = $1 order by purpose`,
      code_mails_by_network: `select network::text as network, purpose::text as purpose, sent_at from code_sends
       where email = $1 order by sent_at`,
      wrong_codes_by_network: `select network::text as network, purpose::text as purpose, guessed_at from code_guesses
       where email = $1 order by guessed_at`,
      sign_in_networks: `select network::text as network from known_networks where email = $1 order by network`,
    }),
  },
  erasures: {
    account: [anonymisePerson, eraseSessions, eraseRegistrations, erasePendingChanges, eraseUndoLinks],
    address: [eraseCodes, eraseGuesses, eraseSends, eraseNetworks],
    last: [eraseFormerAddresses],
  },
}
