import { ButtonLink } from '#ui/button.tsx'

export function NotFound() {
  return (
    <div className="page section-gap text-center">
      <p className="figures text-4xl font-bold text-accent" aria-hidden="true">
        404
      </p>
      <h1 className="mt-4 text-3xl">Oops! Page Not Found</h1>
      <p className="mx-auto mt-4 max-w-md text-muted">
        The page you are looking for has moved or never was. The courses are still where you left them.
      </p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <ButtonLink variant="primary" to="/home" size="lg">
          Go Back Home
        </ButtonLink>
        <ButtonLink to="/courses" size="lg">
          See all courses
        </ButtonLink>
      </div>
    </div>
  )
}
