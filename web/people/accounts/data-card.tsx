import { useState } from 'react'
import { exportData } from '#contract/people/accounts.ts'
import { call, messageOf } from '#web/lib/api.ts'
import { toast } from '#web/lib/toast.ts'
import { Button } from '#ui/button.tsx'
import { saveJson } from '#ui/save-file.ts'
import { EraseDialog } from './erase-dialog.tsx'

const notMade = 'Your data could not be put together. Please try again.'

/** The student's data: download and erasure. */
export function DataCard({ email }: { email: string }) {
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState('')
  const [erasing, setErasing] = useState(false)
  const download = async () => {
    setPending(true)
    setProblem('')
    try {
      const data = await call(exportData)
      saveJson(`my-data-${data.exported_at.slice(0, 10)}.json`, data)
    } catch (error) {
      const text = messageOf(error, notMade)
      setProblem(text)
      toast.account('error', text)
    }
    setPending(false)
  }
  return (
    <section aria-labelledby="data" className="rounded-lg border border-line bg-surface shadow-card">
      <h2 id="data" className="border-b border-line p-6 text-xl sm:px-8">
        Your data
      </h2>
      <div className="divide-y divide-line px-6 sm:px-8">
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 py-6">
          <div className="min-w-0 flex-1 basis-72">
            <h3 className="text-base tracking-normal">Take it with you</h3>
            <p className="mt-1 text-sm text-muted">
              Profile, devices, enrolments, payments and enquiries in one JSON file, as we keep them.
            </p>
            {problem ? (
              <p role="alert" className="mt-2 text-sm font-medium text-bad">
                {problem}
              </p>
            ) : null}
          </div>
          <Button pending={pending && 'Putting it together…'} onClick={() => void download()}>
            Download your data
          </Button>
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 py-6">
          <div className="min-w-0 flex-1 basis-72">
            <h3 className="text-base tracking-normal">Erase your account</h3>
            <p className="mt-1 text-sm text-muted">
              Your details go for good, and with them your access to courses. Records of payments stay as long as the law asks.
            </p>
          </div>
          <Button className="text-bad! hover:border-bad!" onClick={() => setErasing(true)}>
            Erase your account
          </Button>
        </div>
      </div>
      {erasing ? <EraseDialog email={email} onClose={() => setErasing(false)} /> : null}
    </section>
  )
}
