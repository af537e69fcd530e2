import { isWebAddress } from '#contract/rules.ts'
import type { Project } from '#contract/site/content.ts'
import { Icon } from '#ui/icon.tsx'
import { Loading, Skeleton } from '#ui/skeleton.tsx'
import { ProjectPicture } from './project-picture.tsx'

/** A grid of projects. */
export function ProjectGrid({ projects }: { projects: Project[] }) {
  return (
    <ul className="grid gap-x-6 gap-y-10 sm:grid-cols-2 lg:grid-cols-3">
      {projects.map((project, index) => (
        <li key={project.id}>
          <article className="flex h-full flex-col">
            <div className="overflow-hidden rounded-lg border border-line">
              <ProjectPicture path={project.image} eager={index < 3} />
            </div>
            <h2 className="mt-5 text-xl">{project.title}</h2>
            <p className="mt-2 text-sm text-muted">{project.content}</p>
            {project.learnt ? (
              <figure className="mt-4 border-l-2 border-signal pl-4 text-sm">
                <blockquote className="whitespace-pre-line wrap-anywhere">“{project.learnt}”</blockquote>
                <figcaption className="mt-1 wrap-anywhere text-muted">
                  {project.student ?? 'The student'}, on what it taught
                </figcaption>
              </figure>
            ) : project.student ? (
              <p className="mt-3 text-sm wrap-anywhere text-muted">Built by {project.student}</p>
            ) : null}
            {isWebAddress(project.live_url) ? (
              <a
                href={project.live_url}
                target="_blank"
                rel="noreferrer nofollow ugc"
                className="mt-2 inline-flex min-h-11 items-center gap-2 self-start text-sm font-semibold text-accent hover:underline"
              >
                See it run
                <Icon name="arrow-right" className="size-4 shrink-0" />
                <span className="sr-only">: {project.title}, opens a new tab</span>
              </a>
            ) : null}
          </article>
        </li>
      ))}
    </ul>
  )
}

export function ProjectsLoading() {
  return (
    <Loading label="Loading projects...">
      <p aria-hidden="true" className="mb-6 text-muted">
        Loading projects...
      </p>
      <div className="grid gap-x-6 gap-y-10 sm:grid-cols-2 lg:grid-cols-3">
        {['one', 'two', 'three'].map((key) => (
          <div key={key}>
            <Skeleton className="aspect-[16/10] w-full" />
            <Skeleton className="mt-5 h-7 w-3/4" />
            <Skeleton className="mt-3 h-24 w-full" />
          </div>
        ))}
      </div>
    </Loading>
  )
}
