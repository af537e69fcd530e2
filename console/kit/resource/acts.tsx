import { Ellipsis } from 'lucide-react'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useAccess } from '#console/kit/api/access.ts'
import { hasStatus } from '#console/kit/api/error-text.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#console/kit/parts/confirm.tsx'
import { Menu, MenuItem } from '#console/kit/parts/menu.tsx'
import { notify, notifyFailure } from '#console/kit/parts/toasts.tsx'
import { useChanges } from './calls.ts'
import type { RecordOf, Resource, ScreenOf } from './screen.ts'

interface Props<R extends Resource> {
  screen: ScreenOf<R>
  record: RecordOf<R>
  /** Hears the record after a verb, also when it is taken back. */
  onChanged?: (record: RecordOf<R>) => void
  /** Hears that the record does not exist any more. */
  onGone: () => void
}

/** What the person may do with a record now: buttons, and a menu for the rest. */
export function Acts<R extends Resource>({ screen, record, onChanged, onGone }: Props<R>) {
  const { may } = useAccess()
  const acts = screen.acts.filter((act) => may(act.permission) && (act.when?.(record) ?? true))
  const { act: callVerb, forget } = useChanges(screen.resource)
  const navigate = useNavigate()
  const [running, setRunning] = useState(false)
  // One act at a time, whether a button or the menu begins it.
  const isBusy = useRef(false)
  const start = async (act: (typeof acts)[number]) => {
    if (isBusy.current) return
    isBusy.current = true
    try {
      const question = act.confirm?.(record)
      if (question && !(await confirm({ danger: true, ...question }))) return
      setRunning(true)
      const { run, undo } = act
      const turn = async (from: RecordOf<R>, verb: string) => {
        const changed = await callVerb(from, verb)
        onChanged?.(changed)
        return changed
      }
      const after = typeof run === 'string' ? await turn(record, run) : await run(record)
      if (act.removes) onGone()
      // A record that is gone is not read again.
      if (!act.leadsTo) await forget()
      const takeBack = undo && typeof run === 'string' ? () => turn(after as RecordOf<R>, undo) : undefined
      if (act.done) notify(act.done(record), takeBack)
      if (!act.leadsTo) return
      await navigate(act.leadsTo(after))
      await forget()
    } catch (error) {
      notifyFailure(error)
      // Somebody else has changed it: the panel shows how it is now.
      if (hasStatus(error, 412)) await forget()
    } finally {
      isBusy.current = false
      setRunning(false)
    }
  }
  const inMenu = acts.filter(({ primary }) => !primary)
  return (
    <>
      {inMenu.length > 0 ? (
        <Menu
          trigger={
            <Button variant="quiet" size="square" aria-label="More actions">
              <Ellipsis aria-hidden="true" className="size-4" />
            </Button>
          }
        >
          {inMenu.map((act) => (
            <MenuItem key={act.label} onClick={() => void start(act)}>
              {act.label}
            </MenuItem>
          ))}
        </Menu>
      ) : null}
      {acts
        .filter(({ primary }) => primary)
        .map((act) => (
          <Button key={act.label} variant="primary" pending={running && act.label} onClick={() => start(act)}>
            {act.label}
          </Button>
        ))}
    </>
  )
}
