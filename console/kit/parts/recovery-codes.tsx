import { Copy, Download } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { saveFile } from '#ui/save-file.ts'
import { notify, notifyFailure } from './toasts.tsx'

/** Ten codes, which are shown once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const text = `${codes.join('\n')}\n`
  const save = () => saveFile('karyashala-recovery-codes.txt', new Blob([text], { type: 'text/plain' }))
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => notify('The codes are copied.'),
      () => notifyFailure('The codes could not be copied. Please select them.'),
    )
  return (
    <div className="grid gap-3">
      <ul className="figures grid grid-cols-1 justify-items-center gap-x-3 gap-y-1.5 rounded-md bg-sunken px-3 py-4 text-sm min-[380px]:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="whitespace-nowrap">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex gap-2">
        <Button className="flex-1" onClick={() => copy()}>
          <Copy aria-hidden="true" className="size-4" />
          Copy
        </Button>
        <Button className="flex-1" onClick={save}>
          <Download aria-hidden="true" className="size-4" />
          Download
        </Button>
      </div>
    </div>
  )
}
