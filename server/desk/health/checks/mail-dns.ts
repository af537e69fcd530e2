import { promises as dns } from 'node:dns'
import { type Check, type Finding, type HealthSource, neighbourTimeoutMs } from '../define-check.ts'

/** Names under which mail services usually publish their key. A key can be under any other name. */
const usualSelectors = [
  'default',
  'google',
  'selector1',
  'selector2',
  's1',
  's2',
  'k1',
  'k2',
  'mail',
  'dkim',
  'zoho',
  'zmail',
  'smtp',
  'pm',
]

/** Looks up the text records of a name; none when it has none. @throws Error when no name server answers */
type Lookup = (name: string) => Promise<string[]>

function openLookup({ nameServers }: HealthSource['settings']): Lookup {
  const resolver = new dns.Resolver({ timeout: neighbourTimeoutMs / 2, tries: 1 })
  if (nameServers) resolver.setServers(nameServers)
  return async (name) => {
    try {
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
    } catch (error) {
      if (error instanceof Error && 'code' in error && (error.code === 'ENOTFOUND' || error.code === 'ENODATA')) return []
      throw new Error('No name server answered. Check the resolver of this machine.', { cause: error })
    }
  }
}

/** The domain of the sender: undefined on this machine alone, where nothing is looked up. */
function domainOf(mailFrom: string | undefined): string | undefined {
  const domain = /@([^\s>@]+)>?\s*$/.exec(mailFrom ?? '')?.[1]?.toLowerCase()
  return domain === undefined || /(?:^|\.)(?:example|test|invalid|localhost|local)$/.test(domain) ? undefined : domain
}

const ofDomain = (find: (domain: string, lookup: Lookup) => Promise<Finding>) => async (source: HealthSource) => {
  const domain = domainOf(source.settings.mailFrom)
  return domain === undefined ? undefined : find(domain, openLookup(source.settings))
}

export const mailSpf: Check = {
  name: 'mail-spf',
  title: 'Mail: SPF',
  find: ofDomain(async (domain, lookup) => {
    const records = (await lookup(domain)).filter((record) => /^v=spf1(?: |$)/i.test(record))
    const [record] = records
    if (record === undefined) {
      const advice = `Add the TXT record of ${domain} that your mail service names ("v=spf1 …"): it says which servers may send for you.`
      return { ok: false, figure: `${domain} has no SPF record`, advice }
    }
    if (records.length > 1) {
      const advice = `Join the ${records.length} SPF records of ${domain} into one: mailboxes ignore all when there are several.`
      return { ok: false, figure: `${domain} has ${records.length} SPF records`, advice }
    }
    if (/[ ]\+?all$/i.test(record)) {
      const advice = `End the SPF record of ${domain} with ~all or -all: as it is, everybody may send for you.`
      return { ok: false, figure: record, advice }
    }
    return { ok: true, figure: record }
  }),
}

export const mailDmarc: Check = {
  name: 'mail-dmarc',
  title: 'Mail: DMARC',
  find: ofDomain(async (domain, lookup) => {
    // A record of the domain above counts for it too.
    const labels = domain.split('.')
    const domains = labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))
    for (const one of domains) {
      const record = (await lookup(`_dmarc.${one}`)).find((text) => /^v=DMARC1/i.test(text))
      if (record !== undefined) return { ok: true, figure: record }
    }
    const advice = `Add a TXT record of _dmarc.${domain}, first "v=DMARC1; p=none": large mailboxes refuse senders without one.`
    return { ok: false, figure: `${domain} has no DMARC record`, advice }
  }),
}

export const mailDkim: Check = {
  name: 'mail-dkim',
  title: 'Mail: DKIM',
  find: ofDomain(async (domain, lookup) => {
    const found = await Promise.all(
      usualSelectors.map(async (selector) =>
        (await lookup(`${selector}._domainkey.${domain}`)).some((text) => /(?:^|;)\s*p=[^;\s]/i.test(text)) ? [selector] : [],
      ),
    )
    const [selector] = found.flat()
    if (selector !== undefined) return { ok: true, figure: `a key at ${selector}._domainkey.${domain}` }
    // Its name is the mail service's choice, so a key may well be there.
    const advice =
      'Send yourself a mail and look in its source for "dkim=pass". Without it, add the key that your mail service names.'
    return { ok: true, figure: 'no key under the usual names', advice }
  }),
}
