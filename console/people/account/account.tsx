import { namesOfRoles } from '#contract/permissions.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound, Smartphone } from 'lucide-react'
import { useState } from 'react'
import {
  changeOwnTotp,
  endOwnSession,
  listOwnSessions,
  readOwnAccount,
  removeOwnPasskey,
  renewRecoveryCodes,
} from '#contract/people/staff/account.ts'
import { shownAddresses } from '#contract/shown-addresses.ts'
import { call } from '#console/kit/api/client.ts'
import { Section } from '#console/kit/fields/section.tsx'
import { Badge } from '#console/kit/parts/badge.tsx'
import { Button } from '#ui/button.tsx'
import { confirm } from '#console/kit/parts/confirm.tsx'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import { RecoveryCodes } from '#console/kit/parts/recovery-codes.tsx'
import { SkeletonLines, Failed } from '#console/kit/parts/states.tsx'
import { formatMoment } from '#console/kit/parts/time.ts'
import { notify, notifyFailure } from '#console/kit/parts/toasts.tsx'
import { useTitle } from '#console/kit/parts/use-title.ts'
import { AddPasskey } from './add-passkey.tsx'
import { CalendarFeed } from './calendar-feed.tsx'
import { ReplaceApp } from './replace-app.tsx'

const key = ['account'] as const

/** The signed-in person's second factors and devices. */
export function Account() {
  useTitle('Your account')
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto max-w-4xl px-4 pt-6 pb-16 sm:px-8">
        <h1 className="mb-6 text-2xl">Your account</h1>
        <div className="@container">
          <Factors />
          <Devices />
          <CalendarFeed />
        </div>
      </div>
    </div>
  )
}

function Factors() {
  const client = useQueryClient()
  const account = useQuery({ queryKey: key, queryFn: () => call(readOwnAccount) })
  const [dialog, setDialog] = useState<'passkey' | 'app' | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const reload = () => client.invalidateQueries({ queryKey: key })
  const close = () => {
    setDialog(null)
    void reload()
  }
  if (account.isError) return <Failed error={account.error} onRetry={() => void account.refetch()} />
  if (!account.data) return <SkeletonLines lines={5} />
  const { staff, passkeys, totp, recovery_codes_left: left } = account.data

  const removePasskey = async (id: number, label: string) => {
    const yes = await confirm({
      title: 'Remove this passkey?',
      text: `You can no longer sign in with “${label}”.`,
      action: 'Remove passkey',
      danger: true,
    })
    if (!yes) return
    await call(removeOwnPasskey, { params: { id } }).then(() => notify(`“${label}” is removed.`), notifyFailure)
    await reload()
  }
  const renewCodes = async () => {
    const yes = await confirm({
      title: 'Make new recovery codes?',
      text: left === 0 ? 'You get ten new codes.' : `The ${left} codes that are left stop working. You get ten new ones.`,
      action: 'Make new codes',
    })
    if (!yes) return
    await call(renewRecoveryCodes).then((answer) => setCodes(answer.recovery_codes), notifyFailure)
    await reload()
  }
  return (
    <>
      <Section title="You" text="An owner changes your name and your roles.">
        <dl className="flex flex-wrap gap-x-10 gap-y-4">
          {[
            ['Name', staff.name],
            ['E-mail', shownAddresses(staff.email)],
            [staff.roles.length > 1 ? 'Roles' : 'Role', namesOfRoles(staff.roles)],
          ].map(([label, value]) => (
            <div key={label} className="min-w-0">
              <dt className="text-xs font-semibold text-muted">{label}</dt>
              <dd className="mt-0.5 text-base break-words">{value}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <Section title="Authenticator app" text="Its code signs you in together with the code from your e-mail.">
        <div className="flex flex-wrap items-center justify-between gap-3">
          {totp ? <Badge tone="good">In use</Badge> : <Badge tone="signal">Not set up</Badge>}
          <Button onClick={() => setDialog('app')}>
            <Smartphone aria-hidden="true" className="size-4" />
            {totp ? 'Replace app' : 'Set up app'}
          </Button>
        </div>
      </Section>
      <Section title="Passkeys" text="A fingerprint, a face or the code of a device, instead of the app.">
        {passkeys.length > 0 ? (
          <ul className="divide-y divide-line rounded-md border border-line">
            {passkeys.map(({ id, label, created_at, last_used_at }) => (
              <li key={id} className="flex items-center gap-3 px-3 py-2.5">
                <KeyRound aria-hidden="true" className="size-4 shrink-0 text-muted" />
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-semibold">{label}</span>
                  <span className="block text-xs text-muted">
                    Made {formatMoment(created_at)} · {last_used_at ? `used ${formatMoment(last_used_at)}` : 'never used'}
                  </span>
                </span>
                <Button aria-label={`Remove ${label}`} onClick={() => removePasskey(id, label)}>
                  Remove
                </Button>
              </li>
            ))}
          </ul>
        ) : (
          <p className="text-muted">You have no passkey yet.</p>
        )}
        <Button className="justify-self-start" onClick={() => setDialog('passkey')}>
          Add a passkey
        </Button>
      </Section>
      <Section title="Recovery codes" text="Each signs you in once if you lose your second factor.">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <span className="figures">
            {left === 0 ? <Badge tone="signal">No code left</Badge> : `${left} of 10 codes left`}{' '}
            {left > 0 && left < 3 ? <Badge tone="signal">Few</Badge> : null}
          </span>
          <Button onClick={() => renewCodes()}>Make new codes</Button>
        </div>
      </Section>
      {dialog === 'passkey' ? <AddPasskey onClose={close} /> : null}
      {dialog === 'app' ? <ReplaceApp onClose={close} first={!totp} start={() => call(changeOwnTotp, { body: {} })} /> : null}
      <Dialog
        open={codes !== null}
        onClose={() => setCodes(null)}
        title="Keep your recovery codes"
        description="They are shown only now. The codes before them no longer work."
      >
        <RecoveryCodes codes={codes ?? []} />
        <DialogActions>
          <Button variant="primary" onClick={() => setCodes(null)}>
            I have kept the codes
          </Button>
        </DialogActions>
      </Dialog>
    </>
  )
}

function Devices() {
  const client = useQueryClient()
  const sessions = useQuery({ queryKey: [...key, 'sessions'], queryFn: () => call(listOwnSessions) })
  const end = async (id: string, device: string) => {
    await call(endOwnSession, { params: { id } }).then(() => notify(`${device} is signed out.`), notifyFailure)
    await client.invalidateQueries({ queryKey: [...key, 'sessions'] })
  }
  return (
    <Section title="Devices" text="Where you are signed in. End what you do not know, and tell an owner.">
      {sessions.isError ? (
        <Failed error={sessions.error} onRetry={() => void sessions.refetch()} />
      ) : sessions.data ? (
        <ul className="divide-y divide-line rounded-md border border-line">
          {sessions.data.items.map(({ id, device, network, last_used_at, current }) => (
            <li key={id} className="flex items-center gap-3 px-3 py-2.5">
              <span className="min-w-0 flex-1">
                <span className="flex flex-wrap items-center gap-2 font-semibold">
                  {device}
                  {current ? <Badge tone="good">This device</Badge> : null}
                </span>
                <span className="block text-xs text-muted">
                  {network} · used {formatMoment(last_used_at)}
                </span>
              </span>
              {current ? null : (
                <Button aria-label={`Sign out ${device}`} onClick={() => end(id, device)}>
                  Sign out
                </Button>
              )}
            </li>
          ))}
        </ul>
      ) : (
        <SkeletonLines lines={2} />
      )}
    </Section>
  )
}
