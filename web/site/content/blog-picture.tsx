import { Picture } from '#web/lib/picture.tsx'

interface Props {
  path: string
  eager?: boolean
  className?: string
}

export function BlogPicture({ path, eager = false, className = '' }: Props) {
  return path ? (
    <Picture
      path={path}
      alt=""
      width={640}
      height={400}
      eager={eager}
      className={`aspect-[16/10] w-full object-cover ${className}`}
    />
  ) : (
    <p className={`grid aspect-[16/10] w-full place-items-center bg-sunken text-sm text-muted ${className}`}>
      No image available
    </p>
  )
}
