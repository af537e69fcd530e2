import { CopyPlus, Ellipsis, HandCoins, Mail, Pencil } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { type BatchRecord, batches } from '#contract/classes/staff/batches.ts'
import type { SessionRecord } from '#contract/classes/staff/sessions.ts'
import { formatPlainDay } from '#ui/format.ts'
import { useAccess } from '#console/kit/api/access.ts'
import { call } from '#console/kit/api/client.ts'
import { useRefresh } from '#console/kit/calendar/use-refresh.ts'
import { notify, notifyFailure } from '#console/kit/parts/toasts.tsx'
import { namesOfWeekdays } from '#ui/days.ts'
import { countOfClasses } from '#console/kit/calendar/change-texts.ts'
import { HandEnrolmentDialog } from '#console/money/dialogs/hand-enrolment-dialog.tsx'
import { OfflinePaymentDialog } from '#console/money/dialogs/offline-payment-dialog.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { useKeys } from '#console/kit/parts/keys.ts'
import { Menu, MenuItem } from '#console/kit/parts/menu.tsx'
import { CancelBatchDialog } from './cancel-batch-dialog.tsx'
import { DuplicateDialog } from './duplicate-dialog.tsx'
import { MakeUpDialog } from './make-up-dialog.tsx'
import { screen } from './screen.tsx'
import { Seats } from './seats.tsx'
import { BatchState } from '#console/kit/calendar/states.tsx'
import { FolderDialog } from '#console/classes/recordings/folder/folder-dialog.tsx'
import { TopicsDialog } from './topics-dialog.tsx'

type Open = 'duplicate' | 'make-up' | 'topics' | 'folder' | 'cancel' | 'payment' | 'place' | null

/** What a batch is, and what can be done with it. */
export function BatchHead({ batch, classes }: { batch: BatchRecord; classes: SessionRecord[] }) {
  const { mayAll: may } = useAccess()
  const navigate = useNavigate()
  const [open, setOpen] = useState<Open>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const mayWrite = may('batches:write')
  const mayAdd = may('sessions:write') && batch.state !== 'cancelled'
  useKeys(mayWrite ? { e: () => void navigate(`${screen.path}/${batch.id}/edit`), d: () => setOpen('duplicate') } : {})
  const isOpen = batch.state === 'ahead' || batch.state === 'running'
  const mayUpload = may('recordings:write') && mayAdd
  const mayTake = may('payments:write') && isOpen
  const mayCancel = may('batches:cancel') && (isOpen || batch.state === 'draft')
  const mayEnrol = may('enrolments:write') && isOpen
  const isDraft = batch.state === 'draft'
  const held = classes.filter(({ state }) => state === 'held').length
  return (
    <header className="flex flex-wrap items-start gap-x-6 gap-y-3">
      <div className="min-w-0 flex-1 basis-80">
        <h1 ref={heading} tabIndex={-1} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xl outline-none">
          <span className="min-w-0">{batch.course}</span>
          <BatchState state={batch.state} />
        </h1>
        <p className="mt-1 text-muted">
          Batch <span className="figures">{batch.id}</span>. {formatPlainDay(batch.starts_at)} to {formatPlainDay(batch.ends_at)}.{' '}
          {namesOfWeekdays(batch.weekdays)}, <span className="whitespace-nowrap">{batch.time}</span>.
        </p>
        <dl className="mt-2 flex flex-wrap gap-x-6 gap-y-1.5">
          <Fact name="Seats taken">
            <Seats students={batch.students} capacity={batch.capacity} />
          </Fact>
          <Fact name="Instructor">{batch.instructor}</Fact>
          <Fact name="Classes">
            {countOfClasses(batch.classes)}
            {held > 0 ? <span className="text-muted">, {held} held</span> : null}
          </Fact>
          <Fact name="Type">
            {batch.batch_type}, {batch.mode_of_training}
          </Fact>
          {batch.calendar ? <Fact name="Holidays">{batch.calendar}</Fact> : null}
        </dl>
        {isDraft ? <p className="mt-2 text-signal">Not on sale. Visitors don’t see it until it is published.</p> : null}
      </div>
      <div className="flex flex-wrap gap-2">
        {mayWrite ? (
          <>
            {isDraft ? <PublishBatch batch={batch} /> : null}
            {batch.state === 'cancelled' ? null : (
              <ButtonLink to={`${screen.path}/${batch.id}/edit`}>
                <Pencil aria-hidden="true" className="size-3.5" />
                Edit
              </ButtonLink>
            )}
            <Button onClick={() => setOpen('duplicate')}>
              <CopyPlus aria-hidden="true" className="size-3.5" />
              Duplicate
            </Button>
          </>
        ) : null}
        {may('attendance:read') ? <ButtonLink to={`/attendance/${batch.id}`}>Attendance</ButtonLink> : null}
        {may('messages:write') && batch.state !== 'cancelled' ? (
          <ButtonLink to={`/messages/new?batch=${batch.id}`}>
            <Mail aria-hidden="true" className="size-3.5" />
            <span className="max-sm:sr-only">
              Message<span className="sr-only"> the batch</span>
            </span>
          </ButtonLink>
        ) : null}
        {mayTake ? (
          <Button onClick={() => setOpen('payment')}>
            <HandCoins aria-hidden="true" className="size-3.5" />
            Take a payment
          </Button>
        ) : null}
        {mayAdd || mayCancel || mayEnrol ? (
          <Menu
            trigger={
              <Button size="square" aria-label="More actions">
                <Ellipsis aria-hidden="true" className="size-4" />
              </Button>
            }
          >
            {mayEnrol ? <MenuItem onClick={() => setOpen('place')}>Enrol without payment</MenuItem> : null}
            {mayAdd ? (
              <>
                <MenuItem onClick={() => setOpen('make-up')}>Add a make-up class</MenuItem>
                <MenuItem onClick={() => setOpen('topics')}>Paste topics</MenuItem>
              </>
            ) : null}
            {mayUpload ? <MenuItem onClick={() => setOpen('folder')}>Upload a folder of videos</MenuItem> : null}
            {mayCancel ? <MenuItem onClick={() => setOpen('cancel')}>Cancel the batch</MenuItem> : null}
          </Menu>
        ) : null}
      </div>
      {open === 'duplicate' ? <DuplicateDialog batch={batch} onClose={() => setOpen(null)} /> : null}
      {open === 'cancel' ? <CancelBatchDialog batch={batch} onClose={() => setOpen(null)} /> : null}
      {open === 'make-up' ? <MakeUpDialog batch={batch} onClose={() => setOpen(null)} /> : null}
      {open === 'payment' ? <OfflinePaymentDialog batchId={batch.id} onClose={() => setOpen(null)} /> : null}
      {open === 'place' ? <HandEnrolmentDialog batchId={batch.id} onClose={() => setOpen(null)} /> : null}
      {open === 'folder' ? <FolderDialog batch={batch} classes={classes} onClose={() => setOpen(null)} /> : null}
      {open === 'topics' ? <TopicsDialog batch={batch} classes={classes} onClose={() => setOpen(null)} /> : null}
    </header>
  )
}

/** Puts a draft on sale. */
function PublishBatch({ batch }: { batch: BatchRecord }) {
  const [running, setRunning] = useState(false)
  const refresh = useRefresh()
  const publish = async () => {
    setRunning(true)
    try {
      await call(batches.actions.publish, { params: { id: batch.id }, ifMatch: batch.version })
      await refresh()
      notify(`${screen.nameOf(batch)} is on sale.`)
    } catch (error) {
      notifyFailure(error)
      await refresh()
      setRunning(false)
    }
  }
  return (
    <Button variant="primary" pending={running && 'Publishing…'} onClick={() => void publish()}>
      Publish
    </Button>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 items-baseline gap-2">
      <dt className="text-xs font-semibold text-muted">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}
