import { drawBlog } from '#server/site/artwork/illustrations/draw-blog.ts'
import { drawCompany } from '#server/site/artwork/illustrations/draw-company.ts'
import { drawCourse } from '#server/site/artwork/illustrations/draw-course.ts'
import { drawInstructor } from '#server/site/artwork/illustrations/draw-instructor.ts'
import { drawProject } from '#server/site/artwork/illustrations/draw-project.ts'
import { drawResource } from '#server/site/artwork/illustrations/draw-resource.ts'
import { drawService } from '#server/site/artwork/illustrations/draw-service.ts'

export const artKinds = ['course', 'blog', 'service', 'resource', 'project', 'company', 'instructor'] as const
export type ArtKind = (typeof artKinds)[number]

export interface ArtSubject {
  kind: ArtKind
  id: number
  /** Category of a course, blog or project; selects the motif. */
  category?: string
  /** Name of a service, which selects the scene, or of a company or an instructor, which gives the initials. */
  name?: string
}

/**
 * Returns a self-contained SVG under 12 KB, stable for its subject and without any text of it. Sizes in pixels: 640 by 400
 * for courses, blogs and projects, 480 by 360 for services and resources, 160 by 160 for companies and
 * instructors.
 */
export function drawArt(subject: ArtSubject): string {
  const { id, category = '', name = '' } = subject
  switch (subject.kind) {
    case 'course':
      return drawCourse(id, category)
    case 'blog':
      return drawBlog(id, category)
    case 'project':
      return drawProject(id, category)
    case 'service':
      return drawService(id, name)
    case 'resource':
      return drawResource(id)
    case 'company':
      return drawCompany(id, name)
    case 'instructor':
      return drawInstructor(id, name)
  }
}
