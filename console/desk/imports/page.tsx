import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import {
  downloadImportProblems,
  type ImportColumn,
  importColumns,
  importDays,
  type ImportRecord,
  imports,
  inviteImported,
  runImport,
  undoImport,
} from '#contract/desk/staff/imports.ts'
import type { FileFormat } from '#contract/exported-files.ts'
import { call, download } from '#console/kit/api/client.ts'
import { countOf } from '#console/kit/calendar/change-texts.ts'
import { ImportPage } from '#console/kit/imports/import-page.tsx'
import { useImportAct } from '#console/kit/imports/use-import-act.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#console/kit/parts/confirm.tsx'
import { FormatItems } from '#console/kit/parts/export-menu.tsx'
import { Menu } from '#console/kit/parts/menu.tsx'
import { formatPaise } from '#console/kit/parts/money.ts'
import { RecordState } from '#console/kit/parts/states.tsx'
import { useDownload } from '#console/kit/parts/use-download.ts'
import { useTitle } from '#console/kit/parts/use-title.ts'
import { useChanges, useRecord } from '#console/kit/resource/calls.ts'
import { columnLabels } from './column-labels.ts'
import { gains, ImportState, worthOf } from './import-state.tsx'
import { Lines } from './lines.tsx'
import { useRepair } from './repair.tsx'
import { SecondPersonActs, useTurn, waitsText } from './second-person.tsx'
import { screen } from './screen.tsx'

/** One file: what a run would do with each of its lines, and then what it did. */
export function Page() {
  const id = Number(useParams()['id'])
  const { data, error, refetch } = useRecord(imports, id)
  useTitle(data ? data.file_name : screen.title)
  if (data) return <Import key={id} record={data} />
  return (
    <RecordState
      error={error}
      onRetry={() => void refetch()}
      missing={`This import does not exist. A file that was only checked goes after ${importDays.checked} days.`}
      back={screen}
    />
  )
}

function Import({ record }: { record: ImportRecord }) {
  const { keep, forget } = useChanges(imports)
  const { act, failure, running } = useImportAct({ record: imports.record, keep, refresh: forget })
  const params = { id: record.id }
  const { mayRun } = useTurn(record)
  const run = async () => {
    const question = {
      title: `Run ${record.file_name}?`,
      text: [`It makes ${gains(record)}.`, worthOf(record), leftOut(record), mailsOf(record)].filter(Boolean).join(' '),
      action: `Make ${gains(record)}`,
    }
    if (await confirm(question)) {
      await act(
        () => call(runImport, { params, body: { hash: record.hash } }),
        (after) => `${after.file_name} made ${gains(after)}.`,
      )
    }
  }
  const invite = async () => {
    const students = countOf(record.to_invite, 'student')
    const question = {
      title: `Invite ${students}?`,
      text: 'Each of them gets one mail with the courses and the way to log in.',
      action: `Send ${countOf(record.to_invite, 'invitation')}`,
    }
    if (await confirm(question)) {
      await act(
        () => call(inviteImported, { params, body: { count: record.to_invite } }),
        () => `${countOf(record.to_invite, 'invitation is', 'invitations are')} on the way.`,
      )
    }
  }
  const undo = async () => {
    const question = {
      title: `Undo ${record.file_name}?`,
      text: `${countOf(record.enrolments, 'enrolment ends', 'enrolments end')}. Of ${countOf(record.accounts, 'account')}, those that nobody has used are removed.${record.invited > 0 ? ` ${countOf(record.invited, 'invitation has', 'invitations have')} gone out: those students can not log in to it any more.` : ''} This can not be taken back.`,
      action: 'Undo the import',
      danger: true,
    }
    if (await confirm(question)) {
      await act(
        () => call(undoImport, { params, ifMatch: record.version }),
        () => `${record.file_name} is undone.`,
      )
    }
  }
  const changesNothing = record.accounts + record.enrolments + record.payments + record.waiting === 0
  const repair = useRepair(record, act, running)
  return (
    <ImportPage
      record={record}
      back={screen}
      state={<ImportState state={record.state} />}
      byline={record.state === 'done' && record.decided_by_name ? `, run by ${record.decided_by_name}` : null}
      summary={<p className="mt-2 max-w-2xl break-words whitespace-pre-line">{record.reason}</p>}
      failure={failure}
      notice={<State record={record} changesNothing={changesNothing} />}
      details={<Columns columns={record.columns} />}
      actions={
        <>
          {record.problems > 0 ? <ProblemsButton id={record.id} /> : null}
          <SecondPersonActs record={record} act={act} running={running} isEdited={repair.changed > 0} />
          {mayRun && !changesNothing ? (
            <Button
              {...(record.needs_approval > 0 ? {} : { variant: 'primary' as const })}
              pending={running && 'Running…'}
              disabled={repair.changed > 0}
              onClick={() => run()}
              className="whitespace-normal"
            >
              Make {gains(record)}
            </Button>
          ) : null}
          {record.state === 'done' && !changesNothing && record.payments + record.waiting === 0 ? (
            <Button pending={running && 'Undo'} onClick={() => undo()}>
              Undo
            </Button>
          ) : null}
          {record.state === 'done' && record.to_invite > 0 ? (
            <Button variant="primary" pending={running && 'Sending…'} onClick={() => invite()}>
              Send {countOf(record.to_invite, 'invitation')}
            </Button>
          ) : null}
        </>
      }
    >
      <Lines record={record} repair={repair} />
    </ImportPage>
  )
}

const leftOut = ({ problems }: ImportRecord) => (problems > 0 ? `${countOf(problems, 'line is', 'lines are')} left out.` : '')

/** What goes out when it runs. */
function mailsOf({ payments, waiting }: ImportRecord): string {
  if (payments + waiting === 0) return 'No mail is sent yet.'
  const parts = [
    payments > 0 ? `${countOf(payments, 'receipt goes', 'receipts go')} out by mail` : '',
    waiting > 0 ? `${countOf(waiting, 'payment waits', 'payments wait')} for a second person or the bank` : '',
  ].filter(Boolean)
  return `${parts.join(', and ')}. Payments are taken back one by one, not with the import.`
}

/** What a person has to know before the next step. */
function State({ record, changesNothing }: { record: ImportRecord; changesNothing: boolean }) {
  const turn = useTurn(record)
  if (record.state === 'waiting') return <Notice>{waitsText(record, turn)}</Notice>
  if (record.needs_approval > 0 && record.state === 'checked') {
    const limit = record.approval_above_paise
    return (
      <Notice>
        {record.answer === null ? null : (
          <span className="block break-words">
            {record.decided_by_name} has declined to run it: {record.answer}
          </span>
        )}
        {countOf(record.needs_approval, 'student')} would get more than{' '}
        {limit === null ? 'one person may give' : `${formatPaise(limit)}, which one person may give a student`} in a day. Ask a
        second person, who runs the whole list. If you run it alone,{' '}
        {record.paid ? 'their payments wait one by one and their other lines are left out' : 'their lines are left out'}.
      </Notice>
    )
  }
  if (record.state === 'checked' && changesNothing) {
    return (
      <Notice>
        {record.problems > 0
          ? 'Nothing can be imported yet. Repair the lines below, then check them again.'
          : 'This file changes nothing. There is nothing to run.'}
      </Notice>
    )
  }
  if (record.state === 'done' && record.payments + record.waiting > 0) {
    return (
      <p className="text-muted">
        This import can not be undone as a whole, because it has recorded payments. Refund a payment from its own page: that ends
        the place too.
      </p>
    )
  }
  if (record.state === 'undone' && record.accounts_left > 0) {
    return <Notice>{countOf(record.accounts_left, 'account stays', 'accounts stay')}, because somebody has used them.</Notice>
  }
  return null
}

function Notice({ children }: { children: ReactNode }) {
  return <p className="rounded-md bg-signal-soft px-3 py-2 font-semibold text-signal">{children}</p>
}

/** Columns that are named although the file does not have them. */
const usual: readonly ImportColumn[] = ['email', 'phone']

/** How the first line of the file was understood. */
function Columns({ columns }: Pick<ImportRecord, 'columns'>) {
  if (columns.length === 0) return null
  const unused = columns.flatMap(({ heading, column }) => (column === null ? [`“${heading}”`] : []))
  return (
    <dl aria-label="Columns of the file" className="mt-3 flex flex-wrap gap-x-6 gap-y-1 text-sm">
      {importColumns.map((name) => {
        const found = columns.find(({ column }) => column === name)
        if (!found && !usual.includes(name)) return null
        return (
          <div key={name} className="flex min-w-0 gap-1.5">
            <dt className="text-muted">{columnLabels[name]}</dt>
            <dd className="min-w-0 break-words">{found ? `“${found.heading}”` : 'not in the file'}</dd>
          </div>
        )
      })}
      {unused.length > 0 ? (
        <div className="flex min-w-0 gap-1.5">
          <dt className="text-muted">Not used</dt>
          <dd className="min-w-0 break-words">{unused.join(', ')}</dd>
        </div>
      ) : null}
    </dl>
  )
}

/** The lines with a problem as a file, which can be mended elsewhere and checked. */
function ProblemsButton({ id }: { id: number }) {
  const { busy, run } = useDownload()
  const save = (format: FileFormat) =>
    run(() => download(downloadImportProblems, { format }, `import-${id}-problems.${format}`, { id }))
  return (
    <Menu
      trigger={
        <Button pending={busy && 'Saving…'}>
          <Download aria-hidden="true" className="size-4" />
          Problems
        </Button>
      }
    >
      <FormatItems onChoose={(format) => void save(format)} disabled={busy} />
    </Menu>
  )
}
