import { create } from 'qrcode'
import { useMemo } from 'react'

/** A QR code, dark on light in both themes, because cameras read it so. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => draw(text), [text])
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`-4 -4 ${size + 8} ${size + 8}`}
      shapeRendering="crispEdges"
      className="size-44 rounded-md bg-[#ffffff]"
    >
      <path d={path} fill="#1a1f24" />
    </svg>
  )
}

function draw(text: string): { path: string; size: number } {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const path = Array.from(modules.data, (isDark, index) =>
    isDark ? `M${index % modules.size} ${Math.floor(index / modules.size)}h1v1h-1z` : '',
  ).join('')
  return { path, size: modules.size }
}
