import { useQueryClient } from '@tanstack/react-query'
import { openSchool, type Opening, previewSchool } from '#contract/desk/staff/opening.ts'
import { call } from '#console/kit/api/client.ts'
import { confirm } from '#console/kit/parts/confirm.tsx'
import { notify, notifyFailure } from '#console/kit/parts/toasts.tsx'
import { Button } from '#ui/button.tsx'

const words: Record<Opening['missing'][number], string> = {
  settings: 'describe the school',
  state: 'name its State, or its GSTIN',
  policies: 'publish the three policies',
}
const list = new Intl.ListFormat('en-GB')

/** The act that shows a new school to visitors, and a look at it before. */
export function OpenSchool({ opening, isComplete }: { opening: Opening; isComplete: boolean }) {
  const client = useQueryClient()
  const isReady = opening.missing.length === 0
  const open = async () => {
    const yes = await confirm({
      title: 'Open the school?',
      text: isComplete
        ? 'Visitors see the site at once, and students can register and buy.'
        : 'Visitors see the site at once. Some steps are not done, so nobody can buy yet.',
      action: 'Open the school',
    })
    if (!yes) return
    try {
      await call(openSchool)
      notify('The school is open.')
    } catch (error) {
      notifyFailure(error)
    }
    await client.invalidateQueries({ queryKey: ['setup'] })
  }
  const look = async () => {
    // Opened before the call: browsers block a window that no press has opened.
    const tab = window.open('about:blank', '_blank')
    try {
      const { path } = await call(previewSchool)
      if (tab) tab.location.href = path
      else window.location.href = path
    } catch (error) {
      tab?.close()
      notifyFailure(error)
    }
  }
  return (
    <section aria-label="Opening" className="mb-6 grid gap-3">
      <div className="flex flex-wrap gap-2">
        <Button variant={isComplete ? 'primary' : 'secondary'} disabled={!isReady} onClick={open}>
          Open the school
        </Button>
        <Button onClick={look}>
          Preview the site<span className="sr-only">, in a new tab</span>
        </Button>
      </div>
      {isReady ? null : <p className="text-muted">Before it opens, {list.format(opening.missing.map((name) => words[name]))}.</p>}
    </section>
  )
}
