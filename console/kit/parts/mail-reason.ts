/** Reasons by status (RFC 3463), the more exact first. The first digit says only whether it is worth another try. */
const byStatus: readonly [status: RegExp, reason: string][] = [
  [/[45]\.1\.(?:2|10)\b|[45]\.4\.4\b/, 'The domain of this address takes no mail.'],
  [/[45]\.1\.3\b/, 'This address is not written correctly.'],
  [/[45]\.1\.[78]\b/, 'The mail server does not accept the sender.'],
  [/[45]\.1\.\d{1,3}\b/, 'There is no such mailbox.'],
  [/[45]\.2\.2\b/, 'The mailbox is full.'],
  [/[45]\.2\.3\b|[45]\.3\.4\b/, 'The mail is too large.'],
  [/[45]\.2\.1\b/, 'The mailbox is switched off.'],
  [/[45]\.2\.0\b/, 'The mailbox takes no mail now.'],
  [/5\.7\.\d{1,3}\b/, 'The mail server does not accept mails of the school.'],
  [/4\.\d{1,3}\.\d{1,3}\b/, 'The mail server takes no mail now.'],
]
/** Reasons by reply code alone (RFC 5321). */
const byCode: Readonly<Record<string, string>> = {
  421: 'The mail server takes no mail now.',
  450: 'The mailbox takes no mail now.',
  451: 'The mail server takes no mail now.',
  452: 'The mail server takes no mail now.',
  530: 'The mail server did not accept the login of the school.',
  535: 'The mail server did not accept the login of the school.',
  550: 'There is no such mailbox.',
  551: 'There is no such mailbox.',
  552: 'The mailbox is full.',
  553: 'This address is not written correctly.',
}
const noConnection = /ECONN|ENOTFOUND|ETIMEDOUT|EAI_AGAIN|EHOSTUNREACH|timeout|timed out|greeting never received|socket/i

/** Why a mail did not arrive, in words. Null where the answer of the mail server says it best. */
export function reasonOfMail(reply: string): string | null {
  // An enhanced status stands after the code, such as "550 5.1.1". An IP address is none.
  const status = /(?:^|[\s-])([245]\.\d{1,3}\.\d{1,3})(?![.\d])/.exec(reply)?.[1]
  const found = status === undefined ? undefined : byStatus.find(([pattern]) => pattern.test(status))
  if (found) return found[1]
  const code = /(?:^|:\s*)([45]\d\d)(?=[\s-])/.exec(reply)?.[1]
  if (code !== undefined && byCode[code] !== undefined) return byCode[code]
  return noConnection.test(reply) ? 'The mail server could not be reached.' : null
}
