import { defineTables } from '#server/platform/db/tables/define-tables.ts'

/** Staff are not students: no student's export or erasure touches their data. */
export const peopleTables = defineTables({
  code_guesses: {
    holds: 'Wrong codes by address and network',
    archive: { leftOut: "counts calls and networks of this machine's sign-ins" },
    audited: { no: "a student's own sign-in and changes; staff change the account, which is audited" },
    personal: [{ columns: ['email', 'network'], exported: 'wrong_codes_by_network', erased: 'erase_guesses' }],
  },
  code_sends: {
    holds: 'Mails with codes by address and network',
    archive: { leftOut: "counts calls and networks of this machine's sign-ins" },
    audited: { no: "a student's own sign-in and changes; staff change the account, which is audited" },
    personal: [{ columns: ['email', 'network'], exported: 'code_mails_by_network', erased: 'erase_sends' }],
  },
  codes: {
    holds: 'A code that signs a student in',
    archive: { leftOut: 'an open sign-in or change, which the person begins anew' },
    audited: { no: "a student's own sign-in and changes; staff change the account, which is audited" },
    personal: [{ columns: ['email'], exported: 'codes', erased: 'erase_codes' }],
  },
  enquiries: {
    holds: 'What a visitor asks of the school',
    audited: { key: 'id', masked: ['name', 'email', 'phone', 'company_name', 'department', 'institution', 'url', 'message'] },
    guarded: { no: 'students and staff write them' },
    versioned: true,
    demo: true,
    personal: [
      {
        columns: ['name', 'email', 'phone', 'company_name', 'department', 'institution', 'url', 'message'],
        exported: 'enquiries',
        erased: 'erase_enquiries',
      },
    ],
    readBy: { classes: 'a guest of a class has asked' },
    writtenBy: { desk: 'staff write down a call or a visit', platform: 'demo content' },
  },
  former_addresses: {
    holds: 'An address that an account had before',
    audited: { no: "a student's own sign-in and changes; staff change the account, which is audited" },
    personal: [{ columns: ['user_id', 'email'], exported: 'earlier_addresses', erased: 'erase_former_addresses' }],
    readBy: { desk: 'a student is found by an earlier address' },
  },
  known_networks: {
    holds: 'Networks from which an address signed in',
    archive: { leftOut: "counts calls and networks of this machine's sign-ins" },
    audited: { no: "a student's own sign-in and changes; staff change the account, which is audited" },
    personal: [{ columns: ['email', 'network'], exported: 'sign_in_networks', erased: 'erase_networks' }],
  },
  pending_changes: {
    holds: 'A change of address or phone that waits for a code',
    archive: { leftOut: 'an open sign-in or change, which the person begins anew' },
    audited: { no: "a student's own sign-in and changes; staff change the account, which is audited" },
    personal: [
      {
        columns: ['user_id', 'code_email', 'email', 'phone'],
        exported: 'changes_that_wait_for_a_code',
        erased: 'erase_pending_changes',
      },
    ],
    writtenBy: { desk: 'a change of the school ends them' },
  },
  refresh_tokens: {
    holds: 'A token that renews a session of a student',
    archive: { leftOut: 'whoever is signed in signs in again' },
    audited: { no: 'use creates and ends them; `users` and `enrolments` show when access ended' },
  },
  registrations: {
    holds: 'A registration that waits for its code',
    archive: { leftOut: 'an open sign-in or change, which the person begins anew' },
    audited: { no: "a student's own sign-in and changes; staff change the account, which is audited" },
    personal: [
      {
        columns: ['user_id', 'address', 'full_name', 'phone'],
        exported: {
          no: 'Anybody can submit a registration, and the first verification deletes all registrations of the account.',
        },
        erased: 'erase_registrations',
      },
    ],
    readBy: { desk: 'the undo of an import keeps accounts that registered' },
  },
  sessions: {
    holds: 'A session of a student',
    archive: { leftOut: 'whoever is signed in signs in again' },
    audited: { key: 'id', masked: ['user_agent'] },
    guarded: { no: 'students and staff write them' },
    personal: [{ columns: ['user_id', 'user_agent'], exported: 'sessions', erased: 'erase_sessions' }],
    readBy: { desk: 'when a student was last seen' },
    writtenBy: { platform: 'an import ends them' },
  },
  setup_links: {
    holds: 'The one-time link of the first owner of a new school, in one row',
    audited: { key: 'id', masked: ['token_hash'] },
    archive: { leftOut: 'a second factor or a step of a sign-in; staff get a new link by `npm run staff -- reset EMAIL`' },
    guarded: { no: 'its holder uses it before there is an account' },
    personal: [
      {
        columns: ['token_hash'],
        exported: { no: 'It belongs to a member of staff, who is not a student and reads it under Your account.' },
        erased: { retained: 'It is over once the first owner has an account.' },
      },
    ],
  },
  staff: {
    holds: 'A member of staff with one or more roles',
    audited: { key: 'id', masked: ['email', 'name'] },
    guarded: true,
    versioned: true,
    personal: [
      {
        columns: ['email', 'name'],
        exported: { no: 'It belongs to a member of staff, who is not a student and reads it under Your account.' },
        erased: { retained: 'The audit log refers to the account, so the school keeps it while its records are kept.' },
      },
    ],
    readBy: {
      desk: 'names of owners and authors',
      money: 'names of who decided',
      learning: 'who answers and reviews',
      classes: 'the account of an instructor',
      messaging: 'the author of a message',
      platform: 'whose session and roles it is',
    },
  },
  staff_challenges: {
    holds: 'A challenge of a passkey',
    archive: { leftOut: 'a second factor or a step of a sign-in; staff get a new link by `npm run staff -- reset EMAIL`' },
    audited: { no: 'steps of a sign-in, deleted soon' },
    personal: [
      {
        columns: ['email'],
        exported: { no: 'It belongs to a member of staff, who is not a student and reads it under Your account.' },
        erased: { retained: 'The sweep deletes it within two days, because only limits read it.' },
      },
    ],
  },
  staff_code_guesses: {
    holds: 'Wrong codes of staff by network',
    archive: { leftOut: "counts calls and networks of this machine's sign-ins" },
    audited: { no: 'steps of a sign-in, deleted soon' },
    personal: [
      {
        columns: ['email', 'network'],
        exported: { no: 'It belongs to a member of staff, who is not a student and reads it under Your account.' },
        erased: { retained: 'The sweep deletes it within two days, because only limits read it.' },
      },
    ],
  },
  staff_code_sends: {
    holds: 'Mails with codes to staff',
    archive: { leftOut: "counts calls and networks of this machine's sign-ins" },
    audited: { no: 'steps of a sign-in, deleted soon' },
    personal: [
      {
        columns: ['email', 'network'],
        exported: { no: 'It belongs to a member of staff, who is not a student and reads it under Your account.' },
        erased: { retained: 'The sweep deletes it within two days, because only limits read it.' },
      },
    ],
  },
  staff_codes: {
    holds: 'A code that signs staff in',
    archive: { leftOut: 'a second factor or a step of a sign-in; staff get a new link by `npm run staff -- reset EMAIL`' },
    audited: { no: 'steps of a sign-in, deleted soon' },
    personal: [
      {
        columns: ['email'],
        exported: { no: 'It belongs to a member of staff, who is not a student and reads it under Your account.' },
        erased: { retained: 'The sweep deletes it within two days, because only limits read it.' },
      },
    ],
  },
  staff_devices: {
    holds: 'A device from which staff signed in',
    archive: { leftOut: "counts calls and networks of this machine's sign-ins" },
    audited: { no: 'use creates and ends them, and the account lists them' },
    personal: [
      {
        columns: ['network'],
        exported: { no: 'It belongs to a member of staff, who is not a student and reads it under Your account.' },
        erased: { retained: 'The sweep deletes sessions 90 days after their end, and devices 180 days after their last use.' },
      },
    ],
  },
  staff_factor_tries: {
    holds: 'Wrong second factors by account and network',
    archive: { leftOut: "counts calls and networks of this machine's sign-ins" },
    audited: { no: 'steps of a sign-in, deleted soon' },
    personal: [
      {
        columns: ['network'],
        exported: { no: 'It belongs to a member of staff, who is not a student and reads it under Your account.' },
        erased: { retained: 'The sweep deletes it within two days, because only limits read it.' },
      },
    ],
  },
  staff_invitations: {
    holds: 'An invitation of a member of staff',
    archive: { leftOut: 'a second factor or a step of a sign-in; staff get a new link by `npm run staff -- reset EMAIL`' },
    audited: { key: 'staff_id', masked: ['token_hash'] },
    guarded: { no: 'staff and operators change factors; signing in uses them without an actor' },
    personal: [
      {
        columns: ['token_hash'],
        exported: { no: 'It belongs to a member of staff, who is not a student and reads it under Your account.' },
        erased: { retained: 'It is a second factor, which a reset of the account removes.' },
      },
    ],
  },
  staff_passkeys: {
    holds: 'A passkey of a member of staff',
    archive: { leftOut: 'a second factor or a step of a sign-in; staff get a new link by `npm run staff -- reset EMAIL`' },
    audited: { key: 'id', masked: ['credential_id', 'public_key', 'label'] },
    guarded: { no: 'staff and operators change factors; signing in uses them without an actor' },
    personal: [
      {
        columns: ['credential_id', 'public_key', 'label'],
        exported: { no: 'It belongs to a member of staff, who is not a student and reads it under Your account.' },
        erased: { retained: 'It is a second factor, which a reset of the account removes.' },
      },
    ],
  },
  staff_recovery_codes: {
    holds: 'A recovery code of a member of staff',
    archive: { leftOut: 'a second factor or a step of a sign-in; staff get a new link by `npm run staff -- reset EMAIL`' },
    audited: { key: 'staff_id', masked: ['code_hash'] },
    guarded: { no: 'staff and operators change factors; signing in uses them without an actor' },
    personal: [
      {
        columns: ['code_hash'],
        exported: { no: 'It belongs to a member of staff, who is not a student and reads it under Your account.' },
        erased: { retained: 'It is a second factor, which a reset of the account removes.' },
      },
    ],
  },
  staff_refresh_tokens: {
    holds: 'A token that renews a session of staff',
    archive: { leftOut: 'whoever is signed in signs in again' },
    audited: { no: 'use creates and ends them, and the account lists them' },
  },
  staff_sessions: {
    holds: 'A session of staff',
    archive: { leftOut: 'whoever is signed in signs in again' },
    audited: { no: 'use creates and ends them, and the account lists them' },
    personal: [
      {
        columns: ['user_agent', 'network'],
        exported: { no: 'It belongs to a member of staff, who is not a student and reads it under Your account.' },
        erased: { retained: 'The sweep deletes sessions 90 days after their end, and devices 180 days after their last use.' },
      },
    ],
    writtenBy: { platform: 'an import ends them' },
  },
  staff_totp: {
    holds: 'The sealed secret of an authenticator app',
    archive: { leftOut: 'a second factor or a step of a sign-in; staff get a new link by `npm run staff -- reset EMAIL`' },
    audited: { key: 'staff_id', masked: ['sealed'] },
    guarded: { no: 'staff and operators change factors; signing in uses them without an actor' },
    personal: [
      {
        columns: ['sealed'],
        exported: { no: 'It belongs to a member of staff, who is not a student and reads it under Your account.' },
        erased: { retained: 'It is a second factor, which a reset of the account removes.' },
      },
    ],
  },
  staff_totp_offers: {
    holds: 'A secret that an app has not confirmed yet',
    archive: { leftOut: 'a second factor or a step of a sign-in; staff get a new link by `npm run staff -- reset EMAIL`' },
    audited: { no: 'steps of a sign-in, deleted soon' },
  },
  undo_links: {
    holds: 'A link that takes back a change of an account',
    archive: { leftOut: 'an open sign-in or change, which the person begins anew' },
    audited: { no: "a student's own sign-in and changes; staff change the account, which is audited" },
    personal: [
      { columns: ['user_id', 'email', 'phone', 'full_name'], exported: 'changes_that_can_be_undone', erased: 'erase_undo_links' },
    ],
    readBy: { desk: 'the undo of an import keeps accounts that have one' },
  },
  users: {
    holds: 'A student with an account',
    audited: { key: 'id', masked: ['email', 'full_name', 'phone'] },
    guarded: { no: 'students and staff write them' },
    versioned: true,
    personal: [{ columns: ['email', 'full_name', 'phone'], exported: 'profile', erased: 'anonymise_person' }],
    readBy: {
      money: 'names and addresses on documents and in lists',
      learning: 'names of who asked, handed in or passed',
      classes: 'names and addresses of who attends and is told',
      enrolment: 'names in lists of places',
      messaging: 'addresses of recipients',
    },
    writtenBy: { desk: 'an import makes accounts, and its undo removes unused ones', platform: 'demo content' },
  },
})
