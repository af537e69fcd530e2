import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { checkContent } from "./check-content.ts";
import * as schema from "./content-schema.ts";
import { type Batch, type Course, course, type Recording } from "./course-schema.ts";
import { classDays, dayText, istDay, istInstant } from "./place-batch.ts";
import { ContentError, readYaml } from "./read-yaml.ts";

export type DemoBatch = Omit<Batch, "starts_in_days"> & {
  /** First day of class in India, `YYYY-MM-DD`. */
  date: string;
  startsAt: Date;
  /** End of the last class. */
  endsAt: Date;
};
export type DemoRecording = Recording & { /** `YYYY-MM-DD` in India. */ recordedOn: string };
export type DemoCourse = Omit<Course, "batches" | "recordings"> & {
  batches: DemoBatch[];
  recordings: DemoRecording[];
};
export type DemoBlog = Omit<schema.Blog, "published_days_ago"> & {
  /** Taken from the file's name. */
  slug: string;
  /** `YYYY-MM-DD` in India. */
  publishedOn: string;
};
export type DemoContent = {
  courses: DemoCourse[];
  services: schema.Leaflet[];
  resources: schema.Leaflet[];
  policies: schema.Policy[];
  projects: schema.Project[];
  blogs: DemoBlog[];
  companies: schema.Company[];
  testimonials: schema.Testimonial[];
  students: string[];
  settings: schema.Settings;
};

const ownFolder = join(import.meta.dirname, "content");

/**
 * Reads the demo content with every date counted from `today` in India.
 * Throws a ContentError that names the file and the field when a file can't be used.
 */
export async function readContent(today: Date, folder = ownFolder): Promise<DemoContent> {
  const courseFiles = await list(folder, "courses");
  const courses = await Promise.all(courseFiles.map((file) => readYaml(folder, file, course)));
  const blogFiles = await list(folder, "blogs");
  const blogs = await Promise.all(blogFiles.map((file) => readYaml(folder, file, schema.blog)));
  const content = {
    services: await readYaml(folder, "services.yaml", schema.leaflets),
    resources: await readYaml(folder, "resources.yaml", schema.leaflets),
    policies: [
      await readYaml(folder, "policies/terms.yaml", schema.terms),
      await readYaml(folder, "policies/privacy.yaml", schema.privacy),
      await readYaml(folder, "policies/refund.yaml", schema.refund),
    ],
    projects: await readYaml(folder, "projects.yaml", schema.projects),
    companies: await readYaml(folder, "companies.yaml", schema.companies),
    testimonials: await readYaml(folder, "testimonials.yaml", schema.testimonials),
    students: await readYaml(folder, "students.yaml", schema.students),
    settings: await readYaml(folder, "settings.yaml", schema.settings),
  };
  checkContent({
    ...content,
    courses: courseFiles.map((file, index) => [file, at(courses, index)]),
    blogs: blogFiles.map((file, index) => [file, at(blogs, index)]),
  });
  return {
    ...content,
    courses: courses
      .map((item, index) => placeCourse(item, today, at(courseFiles, index)))
      .toSorted((a, b) => a.id - b.id),
    blogs: blogs
      .map(({ published_days_ago, ...blog }, index) => ({
        ...blog,
        slug: basename(at(blogFiles, index), ".yaml"),
        publishedOn: dayText(istDay(today) - published_days_ago),
      }))
      .toSorted((a, b) => b.publishedOn.localeCompare(a.publishedOn) || a.id - b.id),
  };
}

async function list(folder: string, kind: string): Promise<string[]> {
  const names = await readdir(join(folder, kind));
  return names
    .filter((name) => name.endsWith(".yaml"))
    .toSorted()
    .map((name) => `${kind}/${name}`);
}

function at<T>(items: readonly T[], index: number): T {
  const item = items[index];
  if (item === undefined) throw new RangeError(`no item ${index}`);
  return item;
}

function placeBatch(batch: Batch, days: readonly number[]): DemoBatch {
  const { starts_in_days: _, ...rest } = batch;
  const first = at(days, 0);
  const lastStart = istInstant(at(days, days.length - 1), batch.starts_at_time);
  return {
    ...rest,
    date: dayText(first),
    startsAt: istInstant(first, batch.starts_at_time),
    endsAt: new Date(lastStart.getTime() + batch.class_minutes * 60_000),
  };
}

function placeCourse(item: Course, today: Date, file: string): DemoCourse {
  const days = new Map(item.batches.map((batch) => [batch.id, classDays(batch, today)]));
  return {
    ...item,
    batches: item.batches.map((batch) => placeBatch(batch, days.get(batch.id) ?? [])),
    recordings: item.recordings.map((recording, index) => {
      const day = days.get(recording.batch_id)?.[recording.day_number - 1];
      if (day === undefined || day >= istDay(today)) {
        throw new ContentError(file, [`recordings[${index}].day_number: that class has not been held yet`]);
      }
      return { ...recording, recordedOn: dayText(day) };
    }),
  };
}
