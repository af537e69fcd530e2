import { Captions, Maximize2, Minimize2 } from 'lucide-react'
import { useId } from 'react'
import { Button } from '#ui/button.tsx'
import { Disclosure } from '#web/lib/disclosure.tsx'
import { captionPlaces, captionSizes, changePlayerSettings, usePlayerSettings } from '../player-settings.ts'

const sizeNames: Readonly<Record<(typeof captionSizes)[number], string>> = { small: 'Small', normal: 'Normal', large: 'Large' }
const placeNames: Readonly<Record<(typeof captionPlaces)[number], string>> = { bottom: 'Bottom', top: 'Top' }

/** What a student sets for every recording: how captions look, and on a large screen how wide the player is. */
export function PlayerOptions({ hasCaptions }: { hasCaptions: boolean }) {
  const { captionSize, captionPlace, isWide } = usePlayerSettings()
  const Size = isWide ? Minimize2 : Maximize2
  return (
    <div className="-ml-3 flex flex-wrap items-center gap-2">
      {hasCaptions ? (
        <Disclosure
          label={
            <>
              <Captions aria-hidden="true" className="size-4" />
              Captions
            </>
          }
        >
          <div className="space-y-4 p-2">
            <Choice
              label="Size"
              values={captionSizes}
              names={sizeNames}
              value={captionSize}
              onChange={(value) => changePlayerSettings({ captionSize: value })}
            />
            <Choice
              label="Place"
              values={captionPlaces}
              names={placeNames}
              value={captionPlace}
              onChange={(value) => changePlayerSettings({ captionPlace: value })}
            />
          </div>
        </Disclosure>
      ) : null}
      <div className="max-lg:hidden">
        <Button variant="quiet" aria-pressed={isWide} onClick={() => changePlayerSettings({ isWide: !isWide })}>
          <Size aria-hidden="true" className="size-4" />
          Wide player
        </Button>
      </div>
    </div>
  )
}

interface ChoiceProps<T extends string> {
  label: string
  values: readonly T[]
  names: Readonly<Record<T, string>>
  value: T
  onChange: (value: T) => void
}

function Choice<T extends string>({ label, values, names, value, onChange }: ChoiceProps<T>) {
  const name = useId()
  return (
    <fieldset>
      <legend className="text-sm font-semibold">{label}</legend>
      <div className="mt-1.5 flex rounded-md border border-edge p-0.5">
        {values.map((one) => (
          <label
            key={one}
            className="flex min-h-10 flex-1 cursor-pointer items-center justify-center rounded-sm text-sm has-checked:bg-accent has-checked:font-semibold has-checked:text-on-accent has-focus-visible:outline-2"
          >
            <input type="radio" name={name} checked={one === value} onChange={() => onChange(one)} className="sr-only" />
            {names[one]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
