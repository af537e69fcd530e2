import { type ReactNode, useId, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import { labelOf, type Screen } from './screen.ts'
import { isSame, Value } from './value.tsx'

type Values = Readonly<Record<string, unknown>>

export interface Difference {
  name: string
  mine: unknown
  theirs: unknown
  /** Whose value is chosen at first: theirs where this person has changed nothing. */
  chosen: 'mine' | 'theirs'
}

/** The fields in which what this person typed and what somebody else saved differ. */
export function differencesOf(
  names: readonly string[],
  { base, mine, theirs }: { base: Values; mine: Values; theirs: Values },
): Difference[] {
  return names
    .map((name) => ({ name, base: base[name] ?? null, mine: mine[name] ?? null, theirs: theirs[name] ?? null }))
    .filter((field) => !isSame(field.mine, field.theirs))
    .map(({ name, base, mine, theirs }) => ({ name, mine, theirs, chosen: isSame(mine, base) ? 'theirs' : 'mine' }))
}

interface Props {
  screen: Pick<Screen, 'one' | 'labels' | 'show'>
  differences: Difference[]
  onClose: () => void
  onChoose: (chosen: Record<string, unknown>) => void
}

/** Both versions side by side, field by field. Closing it keeps everything that was typed. */
export function StaleDialog({ screen, differences, onClose, onChoose }: Props) {
  const [sides, setSides] = useState(() => Object.fromEntries(differences.map(({ name, chosen }) => [name, chosen])))
  const chosen = () => Object.fromEntries(differences.map((field) => [field.name, field[sides[field.name] ?? field.chosen]]))
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={`Somebody else has changed this ${screen.one} since you opened it`}
      description="Choose for each field which version stays. Nothing that you typed is lost."
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onChoose(chosen())
        }}
      >
        <div className="grid gap-5">
          {differences.length === 0 ? <p>Both versions are the same.</p> : null}
          {differences.map((field) => (
            <Choice
              key={field.name}
              label={labelOf(screen, field.name)}
              field={field}
              show={screen.show[field.name]}
              side={sides[field.name] ?? field.chosen}
              onSide={(side) => setSides((before) => ({ ...before, [field.name]: side }))}
            />
          ))}
        </div>
        <DialogActions>
          <Button onClick={onClose}>Keep editing</Button>
          <Button type="submit" variant="primary">
            Save chosen versions
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

interface ChoiceProps {
  label: string
  field: Difference
  show: ((value: unknown) => ReactNode) | undefined
  side: 'mine' | 'theirs'
  onSide: (side: 'mine' | 'theirs') => void
}

const names = { mine: 'Your version', theirs: 'Saved version' } as const

function Choice({ label, field, show, side, onSide }: ChoiceProps) {
  const group = useId()
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold">{label}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {(['mine', 'theirs'] as const).map((one) => (
          <label
            key={one}
            className="grid cursor-pointer grid-cols-[auto_minmax(0,1fr)] content-start gap-x-2.5 gap-y-0.5 rounded-md border border-line p-3 has-checked:border-accent has-checked:bg-accent-soft"
          >
            <input type="radio" name={group} checked={side === one} onChange={() => onSide(one)} className="accent-accent" />
            <span className="text-xs font-semibold text-muted">{names[one]}</span>
            <span className="col-start-2 break-words">{show?.(field[one]) ?? <Value value={field[one]} />}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
