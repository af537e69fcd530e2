import { Dialog } from './dialog.tsx'
import type { Shortcut } from './shortcuts.ts'

interface Props {
  shortcuts: readonly Shortcut[]
  isOn: boolean
  onChoose: (on: boolean) => void
  onClose: () => void
}

/** The keys of a class, and the switch that turns them off. */
export function KeysDialog({ shortcuts, isOn, onChoose, onClose }: Props) {
  return (
    <Dialog title="Keys of this class" onClose={onClose}>
      <dl className="live-keys">
        {shortcuts.map(({ key, label }) => (
          <div key={key}>
            <dt>
              <kbd>{key.toUpperCase()}</kbd>
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
      <label className="live-check">
        <input type="checkbox" checked={isOn} onChange={({ target }) => onChoose(target.checked)} /> Use these keys
      </label>
    </Dialog>
  )
}
