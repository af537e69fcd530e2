import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { readStudentFile, type StudentRecord, students } from '#contract/desk/staff/students.ts'
import { useAccess } from '#console/kit/api/access.ts'
import { call } from '#console/kit/api/client.ts'
import { SkeletonLines, Failed, RecordState } from '#console/kit/parts/states.tsx'
import { useTitle } from '#console/kit/parts/use-title.ts'
import { useRecord } from '#console/kit/resource/calls.ts'
import { Documents, Enrolments, Instalments, Leads, PastPayments, Payments, Requests, Waits } from './file-parts.tsx'
import { screen } from './screen.tsx'
import { Changes, Devices, Mails, Notes } from './side-parts.tsx'
import { StudentHead } from './student-head.tsx'

/** One student: the account, and everything that belongs to it. */
export function Page() {
  const id = Number(useParams()['id'])
  const { data, error, refetch } = useRecord(students, id)
  useTitle(data ? data.name : screen.title)
  if (data) return <Student key={id} student={data} />
  return (
    <RecordState
      error={error}
      onRetry={() => void refetch()}
      missing="This student does not exist, or the account was removed."
      back={screen}
    />
  )
}

function Student({ student }: { student: StudentRecord }) {
  const { may } = useAccess()
  const {
    data: file,
    error,
    refetch,
  } = useQuery({
    queryKey: [students.name, 'file', student.id],
    queryFn: () => call(readStudentFile, { params: { id: student.id } }),
  })
  const mayWrite = may('students:write') && student.state !== 'erased'
  return (
    <div role="region" aria-label={student.name} tabIndex={0} className="h-full min-h-0 overflow-auto">
      <div className="border-b border-line px-4 pt-3 pb-4 sm:px-6">
        <Link to={screen.path} className="inline-flex min-h-6 items-center gap-1 text-muted hover:text-ink">
          <ArrowLeft aria-hidden="true" className="size-3.5" />
          {screen.title}
        </Link>
        <StudentHead student={student} file={file} path={screen.path} />
      </div>
      {file ? (
        <div className="grid gap-x-12 gap-y-8 px-4 py-6 sm:px-6 lg:grid-cols-[minmax(0,1fr)_20rem] xl:grid-cols-[minmax(0,1fr)_24rem]">
          <div className="grid min-w-0 content-start gap-8">
            <Enrolments rows={file.enrolments} />
            <Payments payments={file.payments} refunds={file.refunds} />
            <PastPayments rows={file.past_payments} />
            <Instalments rows={file.instalments} />
            <Waits rows={file.waits} />
            <Documents rows={file.documents} />
            <Requests rows={file.requests} />
            {file.leads ? <Leads rows={file.leads} /> : null}
            {file.audit ? <Changes studentId={student.id} rows={file.audit} /> : null}
          </div>
          <div className="grid min-w-0 content-start gap-8">
            <Notes studentId={student.id} rows={file.notes} mayWrite={mayWrite} />
            <Devices studentId={student.id} rows={file.sessions} mayEnd={mayWrite} />
            <Mails rows={file.mails} />
          </div>
        </div>
      ) : error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : (
        <div className="p-6">
          <SkeletonLines lines={8} />
        </div>
      )}
    </div>
  )
}
