import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CalendarPlus, Copy } from 'lucide-react'
import { useState } from 'react'
import { makeCalendarFeed, readCalendarFeed, revokeCalendarFeed } from '#contract/classes/calendar-feeds.ts'
import { call } from '#console/kit/api/client.ts'
import { Section } from '#console/kit/fields/section.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import { confirm } from '#console/kit/parts/confirm.tsx'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import { Failed } from '#console/kit/parts/states.tsx'
import { formatMoment } from '#console/kit/parts/time.ts'
import { notify, notifyFailure } from '#console/kit/parts/toasts.tsx'

const key = ['account', 'calendar-feed'] as const

/** The secret address at which a calendar subscribes to the classes that an instructor teaches. Nothing for other staff. */
export function CalendarFeed() {
  const client = useQueryClient()
  const state = useQuery({ queryKey: key, queryFn: () => call(readCalendarFeed) })
  const [url, setUrl] = useState<string | null>(null)
  const [pending, setPending] = useState(false)
  if (state.isError) {
    return (
      <Section title="Calendar">
        <Failed error={state.error} onRetry={() => void state.refetch()} />
      </Section>
    )
  }
  if (!state.data?.available) return null
  const { feed } = state.data

  const act = async (work: () => Promise<void>) => {
    setPending(true)
    await work().catch(notifyFailure)
    await client.invalidateQueries({ queryKey: key })
    setPending(false)
  }
  const make = async () => {
    const yes =
      feed === null ||
      (await confirm({
        title: 'Make a new address?',
        text: 'The former address stops working at once. Calendars that use it need the new one.',
        action: 'Make a new address',
      }))
    if (yes) await act(async () => setUrl((await call(makeCalendarFeed)).url))
  }
  const revoke = async () => {
    const yes = await confirm({
      title: 'Revoke your calendar address?',
      text: 'It stops working at once, and calendars that use it lose your classes.',
      action: 'Revoke address',
      danger: true,
    })
    if (yes) await act(async () => notify((await call(revokeCalendarFeed)).message))
  }
  return (
    <Section
      title="Calendar"
      text="The classes that you teach, in your own calendar. It asks every few hours, so our mails are what counts."
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        {feed ? (
          <span className="min-w-0">
            <span className="block">You have a calendar address.</span>
            <span className="mt-0.5 block text-xs text-muted">
              Made {formatMoment(feed.created_at)} ·{' '}
              {feed.last_read_at ? `last asked ${formatMoment(feed.last_read_at)}` : 'no calendar has asked yet'}
            </span>
          </span>
        ) : (
          <span className="text-muted">You have no calendar address yet.</span>
        )}
        <span className="flex flex-wrap gap-2">
          <Button disabled={pending} onClick={() => make()}>
            {feed ? 'Make a new address' : 'Make calendar address'}
          </Button>
          {feed ? (
            <Button disabled={pending} onClick={() => revoke()}>
              Revoke
            </Button>
          ) : null}
        </span>
      </div>
      {url ? <Address url={url} onClose={() => setUrl(null)} /> : null}
    </Section>
  )
}

function Address({ url, onClose }: { url: string; onClose: () => void }) {
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => notify('The address is copied.'),
      () => notifyFailure('The address could not be copied. Please select it.'),
    )
  return (
    <Dialog
      open
      onClose={onClose}
      title="Your calendar address"
      description="It is shown only now. Whoever has it sees your classes."
    >
      <p className="figures rounded-md bg-sunken px-3 py-3 text-sm wrap-anywhere select-all">{url}</p>
      <p className="mt-3 text-sm text-muted">
        Paste it in Google Calendar under “Other calendars, From URL”, or in Outlook under “Add calendar, Subscribe from web”.
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button onClick={() => copy()}>
          <Copy aria-hidden="true" className="size-4" />
          Copy address
        </Button>
        <a href={url.replace(/^https?:/, 'webcal:')} className={buttonClass()}>
          <CalendarPlus aria-hidden="true" className="size-4" />
          Open in a calendar app
        </a>
      </div>
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          I have copied it
        </Button>
      </DialogActions>
    </Dialog>
  )
}
