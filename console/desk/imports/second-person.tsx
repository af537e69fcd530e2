import { useState } from 'react'
import { askForImport, declineImport, type ImportRecord, imports, withdrawImport } from '#contract/desk/staff/imports.ts'
import { useAccess } from '#console/kit/api/access.ts'
import { call } from '#console/kit/api/client.ts'
import { ReasonDialog } from '#console/kit/fields/reason-dialog.tsx'
import type { ImportAct } from '#console/kit/imports/use-import-act.ts'
import { notify } from '#console/kit/parts/toasts.tsx'
import { formatMoment } from '#console/kit/parts/time.ts'
import { useMinute } from '#console/kit/parts/use-minute.ts'
import { useChanges } from '#console/kit/resource/calls.ts'
import { Button } from '#ui/button.tsx'
import { worthOf } from './import-state.tsx'

/** What the signed-in person can do about an import. Who asked for a second person runs it only when nobody else could for a day. */
export function useTurn({ state, asked_by: asker, alone_from: aloneFrom, paid }: ImportRecord) {
  const { staff, may } = useAccess()
  const now = useMinute()
  const isOwn = asker === staff.id
  const isAloneNow = aloneFrom !== null && Date.parse(aloneFrom) <= now
  const mayDo = paid === null || may('payments:write')
  return { isOwn, mayDo, mayRun: mayDo && (state === 'checked' || (state === 'waiting' && (!isOwn || isAloneNow))) }
}

interface ActsProps {
  record: ImportRecord
  act: ImportAct<ImportRecord>
  running: boolean
  /** Lines are edited, and not checked yet. */
  isEdited: boolean
}

/** Asks for a second person, takes that back, or declines it. */
export function SecondPersonActs({ record, act, running, isEdited }: ActsProps) {
  const { isOwn, mayDo } = useTurn(record)
  const params = { id: record.id }
  if (!mayDo) return null
  if (record.state === 'checked' && record.needs_approval > 0) {
    const ask = () =>
      act(
        () => call(askForImport, { params, body: { hash: record.hash } }),
        ({ deciders }) =>
          deciders === null ? 'Nobody else can run it now, so it waits for 24 hours.' : `A mail is on its way to ${deciders}.`,
      )
    return (
      <Button variant="primary" pending={running && 'Asking…'} disabled={isEdited} onClick={ask}>
        Ask a second person
      </Button>
    )
  }
  if (record.state !== 'waiting') return null
  if (!isOwn) return <Decline record={record} />
  const withdraw = () =>
    act(() => call(withdrawImport, { params, ifMatch: record.version }), 'It is withdrawn. The file is as it was checked.')
  return (
    <Button pending={running && 'Withdrawing…'} onClick={withdraw}>
      Withdraw
    </Button>
  )
}

function Decline({ record }: { record: ImportRecord }) {
  const { keep, forget } = useChanges(imports)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Decline</Button>
      <ReasonDialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title={`Decline ${record.file_name}`}
        description={`${record.asked_by_name ?? ''} gets a mail. Nothing of the file is done.`}
        label="Why"
        action="Decline"
        danger
        send={async (reason) => {
          keep(await call(declineImport, { params: { id: record.id }, ifMatch: record.version, body: { reason } }))
          notify('It is declined.')
          await forget()
        }}
      />
    </>
  )
}

/** For whom a list waits, and what it gives. */
export function waitsText(record: ImportRecord, { isOwn, mayRun }: ReturnType<typeof useTurn>): string {
  const { alone_from: aloneFrom, asked_by_name: asker } = record
  const deciders = record.deciders ?? 'somebody who can run it'
  if (!isOwn) return `${mayRun ? `${asker} asks you to run this list.` : `It waits for ${deciders}.`} ${worthOf(record)}`
  if (mayRun) return 'Nobody else could run it for 24 hours. You may run it now.'
  if (aloneFrom === null) return `It waits for ${deciders}. A mail is on its way.`
  return `Nobody else can run it now. You may run it from ${formatMoment(aloneFrom)}.`
}
