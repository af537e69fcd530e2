import { Download } from 'lucide-react'
import { type FileFormat, fileFormats } from '#contract/exported-files.ts'
import { Button } from '#ui/button.tsx'
import { Menu, MenuItem } from './menu.tsx'

const names: Readonly<Record<FileFormat, string>> = { xlsx: 'Excel (.xlsx)', csv: 'CSV' }

/** The formats of a file, to choose from. */
export function FormatItems({ onChoose, disabled = false }: { onChoose: (format: FileFormat) => void; disabled?: boolean }) {
  return fileFormats.map((format) => (
    <MenuItem key={format} onClick={() => onChoose(format)} disabled={disabled}>
      {names[format]}
    </MenuItem>
  ))
}

/** Saves a list as a file, of which the menu has the formats. */
export function ExportMenu({
  busy,
  onChoose,
  disabled = false,
  className = '',
}: {
  busy: boolean
  onChoose: (format: FileFormat) => void
  disabled?: boolean
  className?: string
}) {
  return (
    <Menu
      trigger={
        <Button className={className} pending={busy && 'Export'} disabled={disabled}>
          <Download aria-hidden="true" className="size-4" />
          Export
        </Button>
      }
    >
      <FormatItems onChoose={onChoose} disabled={busy} />
    </Menu>
  )
}
