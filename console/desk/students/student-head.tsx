import { Ellipsis, HandCoins, Mail, Pencil, Phone, SquarePen } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import {
  endStudentSessions,
  exportStudent,
  liftStudentBouncing,
  type StudentFile,
  type StudentRecord,
  students,
} from '#contract/desk/staff/students.ts'
import { shownAddresses } from '#contract/shown-addresses.ts'
import { formatPlainDay } from '#ui/format.ts'
import { useAccess } from '#console/kit/api/access.ts'
import { call } from '#console/kit/api/client.ts'
import { countOf } from '#console/kit/calendar/change-texts.ts'
import { HandEnrolmentDialog } from '#console/money/dialogs/hand-enrolment-dialog.tsx'
import { OfflinePaymentDialog } from '#console/money/dialogs/offline-payment-dialog.tsx'
import { Key } from '#console/kit/parts/badge.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { confirm } from '#console/kit/parts/confirm.tsx'
import { useKeys } from '#console/kit/parts/keys.ts'
import { BouncingNotice } from '#console/kit/parts/bouncing-notice.tsx'
import { Menu, MenuItem } from '#console/kit/parts/menu.tsx'
import { notify, notifyFailure } from '#console/kit/parts/toasts.tsx'
import { useChanges } from '#console/kit/resource/calls.ts'
import { AddressDialog, DisableDialog, EraseDialog } from './dialogs.tsx'
import { saveJson } from '#ui/save-file.ts'
import { StudentState } from './student-state.tsx'
import { useAct } from './use-act.ts'

interface Props {
  student: StudentRecord
  /** Undefined while it is being read. */
  file: StudentFile | undefined
  path: string
}

/** Who the student is, and what can be done with the account. */
export function StudentHead({ student, file, path }: Props) {
  const { may } = useAccess()
  const navigate = useNavigate()
  const act = useAct()
  const { forget } = useChanges(students)
  const [open, setOpen] = useState<'address' | 'disable' | 'erase' | 'payment' | 'place' | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const mayWrite = may('students:write') && student.state !== 'erased'
  const close = () => setOpen(null)
  const isOpen = student.state !== 'erased' && student.state !== 'disabled'
  const mayTake = isOpen && may('payments:write')
  const mayEnrol = isOpen && may('enrolments:write')
  useEffect(() => heading.current?.focus(), [])
  useKeys(mayWrite ? { e: () => void navigate(`${path}/${student.id}/edit`), a: () => setOpen('address') } : {})

  const run = (work: () => Promise<unknown>) => void work().catch(notifyFailure)
  const enable = async () => {
    await act(() => call(students.actions.enable, { params: { id: student.id }, ifMatch: student.version }))
    notify(`${student.name} can log in again.`)
  }
  const logOut = async () => {
    const devices = file?.sessions.length ?? 0
    const title = `Log ${student.name} out everywhere?`
    const text = `${countOf(devices, 'device is', 'devices are')} logged out. The next sign-in needs a code from the mail.`
    if (!(await confirm({ title, text, action: 'Log out' }))) return
    const { ended } = await call(endStudentSessions, { params: { id: student.id }, body: { session_id: null } })
    notify(`${countOf(ended, 'device is', 'devices are')} logged out.`)
    await forget()
  }
  const save = async () => {
    const title = `Save the data of ${student.name}?`
    const text = 'The file has everything that the student’s own export has. The log names you.'
    if (!(await confirm({ title, text, action: 'Save the file' }))) return
    saveJson(`student-${student.id}.json`, await call(exportStudent, { params: { id: student.id } }))
    notify('The file is saved.')
    await forget()
  }
  return (
    <header className="flex flex-wrap items-start gap-x-6 gap-y-3">
      <div className="min-w-0 flex-1 basis-72">
        <h1 ref={heading} tabIndex={-1} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xl outline-none">
          <span className="min-w-0 break-words">{student.name}</span>
          <StudentState student={student} />
        </h1>
        <p className="mt-2 flex flex-wrap gap-x-5 gap-y-1">
          {student.email ? (
            <span className="flex min-w-0 items-center gap-1.5">
              <Mail aria-hidden="true" className="size-4 shrink-0 text-muted" />
              <span className="min-w-0 wrap-anywhere">{shownAddresses(student.email)}</span>
            </span>
          ) : null}
          {student.phone ? (
            <a href={`tel:+91${student.phone}`} className="flex items-center gap-1.5 font-semibold text-accent hover:underline">
              <Phone aria-hidden="true" className="size-4" />
              <span className="figures">{student.phone}</span>
            </a>
          ) : null}
        </p>
        <p className="mt-1 text-muted">
          Registered on {formatPlainDay(student.created_at)}
          {student.last_seen_at ? `, last seen on ${formatPlainDay(student.last_seen_at)}` : ''}.
        </p>
      </div>
      {mayTake && !mayWrite ? (
        <Button onClick={() => setOpen('payment')}>
          <HandCoins aria-hidden="true" className="size-3.5" />
          Take a payment
        </Button>
      ) : null}
      {mayWrite ? (
        <div className="flex flex-wrap gap-2">
          {mayTake ? (
            <Button onClick={() => setOpen('payment')}>
              <HandCoins aria-hidden="true" className="size-3.5" />
              Take a payment
            </Button>
          ) : null}
          {isOpen && may('messages:write') ? (
            <ButtonLink to={`/messages/new?student=${student.id}`}>
              <SquarePen aria-hidden="true" className="size-3.5" />
              Write a message
            </ButtonLink>
          ) : null}
          <ButtonLink to={`${path}/${student.id}/edit`}>
            <Pencil aria-hidden="true" className="size-3.5" />
            Edit name
          </ButtonLink>
          <Button onClick={() => setOpen('address')} aria-keyshortcuts="A">
            Change e-mail or phone
            <Key>A</Key>
          </Button>
          <Menu
            trigger={
              <Button size="square" aria-label="More actions">
                <Ellipsis aria-hidden="true" className="size-4" />
              </Button>
            }
          >
            {mayEnrol ? <MenuItem onClick={() => setOpen('place')}>Enrol without payment</MenuItem> : null}
            {file && file.sessions.length > 0 ? <MenuItem onClick={() => run(logOut)}>Log out everywhere</MenuItem> : null}
            {student.state === 'disabled' ? (
              <MenuItem onClick={() => run(enable)}>Enable</MenuItem>
            ) : (
              <MenuItem onClick={() => setOpen('disable')}>Disable</MenuItem>
            )}
            <MenuItem onClick={() => run(save)}>Save the student’s data</MenuItem>
            {file ? <MenuItem onClick={() => setOpen('erase')}>Erase</MenuItem> : null}
          </Menu>
        </div>
      ) : null}
      {student.bouncing ? <Bouncing student={student} refusal={file?.refusal ?? null} mayLift={mayWrite} /> : null}
      {open === 'address' ? <AddressDialog student={student} onClose={close} /> : null}
      {open === 'payment' ? <OfflinePaymentDialog student={student} onClose={close} /> : null}
      {open === 'place' ? <HandEnrolmentDialog student={student} onClose={close} /> : null}
      {open === 'disable' ? <DisableDialog student={student} onClose={close} /> : null}
      {open === 'erase' && file ? <EraseDialog student={student} file={file} onClose={close} /> : null}
    </header>
  )
}

interface BouncingProps {
  student: StudentRecord
  /** What the mail server answered. */
  refusal: string | null
  mayLift: boolean
}

function Bouncing({ student, refusal, mayLift }: BouncingProps) {
  const { forget } = useChanges(students)
  const lift = async () => {
    await call(liftStudentBouncing, { params: { id: student.id } })
    await forget()
  }
  return (
    <BouncingNotice refusal={refusal} lift={mayLift ? lift : null}>
      The mail server refuses this address. Only codes are tried. Call the student, and change the address.
    </BouncingNotice>
  )
}
