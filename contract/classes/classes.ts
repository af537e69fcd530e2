import { z } from 'zod'
import { chapter } from '#contract/classes/chapters.ts'
import { shownPicture } from '#contract/addresses.ts'
import { curriculumSection, instructor } from '#contract/catalog/catalog.ts'
import { endpoint } from '#contract/endpoint.ts'
import { body, errorBody } from '#contract/errors.ts'
import { day, id, instant } from '#contract/fields.ts'
import { recordingKinds } from './recording-links.ts'

/** Languages of captions, by their code of ISO 639. */
export const captionLanguages = ['en', 'hi', 'mr', 'gu', 'kn', 'ml', 'pa', 'ta', 'te', 'bn'] as const
export type CaptionLanguage = (typeof captionLanguages)[number]
export const captionLanguageNames: Readonly<Record<CaptionLanguage, string>> = {
  en: 'English',
  hi: 'हिन्दी',
  mr: 'मराठी',
  gu: 'ગુજરાતી',
  kn: 'ಕನ್ನಡ',
  ml: 'മലയാളം',
  pa: 'ਪੰਜਾਬੀ',
  ta: 'தமிழ்',
  te: 'తెలుగు',
  bn: 'বাংলা',
}

const playback = z.object({
  /** Seconds at which the student stopped; 0 when not watched or not signed in. */
  position_seconds: z.int(),
  /** Whether the recording was watched to its end at least once. */
  completed: z.boolean(),
})

const video = playback.extend({
  id: z.int(),
  session_id: z.int(),
  title: z.string(),
  date: day,
  day_number: z.int(),
  course: z.string(),
  /** 0 when nobody knows. */
  duration_seconds: z.int(),
  is_preview: z.boolean(),
  /** What plays it: a file or playlist in the player, YouTube and Vimeo in a frame. */
  kind: z.enum(recordingKinds),
  locked: z.boolean(),
  /** Null without an enrolment, except for a free preview. Links to own files expire an hour after the last read of the list. */
  video_url: z.string().nullable(),
  captions_url: z.string().nullable(),
  /** A picture that stands in the player before it plays. */
  poster_url: z.string().nullable(),
  /** Saves the recording as a file. Null without an enrolment, when the school allows no downloads, and for what another site plays. */
  download_url: z.string().nullable(),
  /** Captions that staff gave, with links like those above. */
  captions: z.array(z.object({ language: z.enum(captionLanguages), url: z.string() })),
  /** Where its parts begin, by time. Empty when nobody has written any, and while it is locked. */
  chapters: z.array(chapter),
})
export type Video = z.output<typeof video>

const videoExample: Video = {
  id: 1,
  session_id: 7,
  title: 'HTTP from first principles',
  date: '2026-11-03',
  day_number: 1,
  course: 'Full Stack Web Development',
  duration_seconds: 5400,
  is_preview: true,
  kind: 'file',
  locked: false,
  video_url: '/media/recordings/0b6f2c1e-8f53-4a5e-9d0c-6a4f1d3c2b7a.…/lesson-1.mp4',
  captions_url: null,
  poster_url: null,
  download_url: null,
  captions: [{ language: 'en', url: '/media/recordings/0b6f2c1e-8f53-4a5e-9d0c-6a4f1d3c2b7a.…/captions/3-1.vtt' }],
  chapters: [
    { at_seconds: 0, title: 'Methods and status codes' },
    { at_seconds: 1510, title: 'Headers' },
  ],
  position_seconds: 734,
  completed: false,
}

const videoList = z.object({
  videos: z.array(video),
  course_id: z.int(),
  course: z.string(),
  enrolled: z.boolean(),
  /** Whether the recordings of a student wait for a part of the price that is due. */
  payment_due: z.boolean(),
  /** Whether the school lets its students download recordings. */
  allows_downloads: z.boolean(),
  /** The server's time, from which a client computes `watched_at`. */
  now: instant,
})
export type VideoList = z.output<typeof videoList>

export const listVideos = endpoint({
  name: 'listVideos',
  method: 'GET',
  path: '/videos/:batch_id/',
  tag: 'Classes',
  summary: 'Recordings of a batch by day',
  access: 'optional',
  params: z.object({ batch_id: id }),
  answers: { 200: videoList },
  errors: [404],
  example: {
    answer: {
      videos: [videoExample],
      course_id: 1,
      course: 'Full Stack Web Development',
      enrolled: true,
      payment_due: false,
      allows_downloads: false,
      now: '2026-11-21T09:30:00.000Z',
    },
  },
})

export const savePosition = endpoint({
  name: 'savePosition',
  method: 'POST',
  path: '/recordings/:recording_id/position/',
  tag: 'Classes',
  summary: 'Save the playback position of a recording; answers the stored one, which another device may have updated later',
  access: 'student',
  params: z.object({ recording_id: id }),
  body: z.strictObject({
    position_seconds: z.number({ error: 'This is not a position.' }).min(0, 'This is not a position.').max(1_000_000),
    /** Time of the position by the server's clock; a future time counts as now. */
    watched_at: instant,
    /** Whether the player has reached the end; counts for a recording of unknown length. */
    ended: z.boolean().optional(),
  }),
  answers: { 200: playback },
  errors: [401, 404],
  example: {
    body: { position_seconds: 734, watched_at: '2026-11-21T09:30:00.000Z' },
    answer: { position_seconds: 734, completed: false },
  },
})

const liveClass = z.object({
  session_id: z.int(),
  /** Number of the class within its batch, from 1. */
  day_number: z.int(),
  starts_at: instant,
  ends_at: instant,
  /** Students can join from this time until the end of the class. */
  opens_at: instant,
})
export type LiveClass = z.output<typeof liveClass>

/** `processing`: the video has arrived and is being prepared. `missing`: it should be there by now. `withheld`: the school keeps it back. */
export const recordingStates = ['expected', 'processing', 'ready', 'missing', 'withheld'] as const
export type RecordingState = (typeof recordingStates)[number]
export const recordingStateNames: Readonly<Record<RecordingState, string>> = {
  expected: 'Expected',
  processing: 'Being prepared',
  ready: 'Ready',
  missing: 'Missing',
  withheld: 'Withheld',
}

const roomClass = z.object({
  session_id: z.int(),
  /** "Class 7 of 28"; null when the class is cancelled. */
  number: z.int().nullable(),
  topic: z.string(),
  /** The part of the course; empty when staff named none. */
  module: z.string(),
  starts_at: instant,
  ends_at: instant,
  opens_at: instant,
  /** By the server's clock. A class that a cancelled batch does not hold is cancelled too. */
  state: z.enum(['scheduled', 'live', 'held', 'cancelled']),
  /** The first start that the class had before it was moved. */
  moved_from: instant.nullable(),
  /** Why it is cancelled; empty when staff gave no reason. */
  cancel_reason: z.string(),
  /** Start of the cancelled class that this class makes up for. */
  makes_up_for_at: instant.nullable(),
  /** Start of the class that makes up for this one. */
  made_up_at: instant.nullable(),
  /** Who teaches it: the substitute, else the batch's instructor. */
  instructor: z.string(),
  /** The name of the instructor who is replaced. */
  substitute_for: z.string().nullable(),
  prepare: z.string(),
  notes: z.string(),
  /** Of a class that is over. */
  recording: z.enum(recordingStates).nullable(),
})
export type RoomClass = z.output<typeof roomClass>

const announcement = z.object({
  id: z.int(),
  subject: z.string(),
  /** Paragraphs are separated by an empty line. */
  body: z.string(),
  pictures: z.array(shownPicture),
  sender: z.string(),
  sent_at: instant,
})
export type Announcement = z.output<typeof announcement>

const roomBatch = z.object({
  batch_id: z.int(),
  enrolment_id: z.int(),
  status: z.string(),
  /** The day by which the next part of the price is due; null when nothing is owed. */
  payment_due_on: day.nullable(),
  /** Whether joining and recordings wait for it. */
  payment_due: z.boolean(),
  state: z.enum(['ahead', 'running', 'completed', 'cancelled']),
  starts_at: instant,
  ends_at: instant,
  time: z.string(),
  batch_type: z.string(),
  mode_of_training: z.string(),
  instructor_name: z.string(),
  instructor: instructor.omit({ languages: true, links: true, hello: true }),
  /** The address that joins the current or next class; null when none is left. */
  classroom_url: z.string().nullable(),
  classes_held: z.int(),
  classes_total: z.int(),
  /** The current or next class and those after it; empty when none is left. */
  coming: z.array(liveClass),
  /** The latest ended class, while its recording is expected. */
  awaited: liveClass.nullable(),
  /** Every class of the batch by start, with the cancelled ones. */
  classes: z.array(roomClass),
  /** Messages of staff that stay, the latest first; 20 at most. */
  announcements: z.array(announcement),
  recordings: z.array(
    video.omit({
      course: true,
      locked: true,
      video_url: true,
      captions_url: true,
      poster_url: true,
      download_url: true,
      captions: true,
      chapters: true,
    }),
  ),
})
export type RoomBatch = z.output<typeof roomBatch>

const room = z.object({
  /** The server's time. Clients compute open classrooms from it, because their own clocks may be wrong. */
  now: instant,
  course: z.object({
    id: z.int(),
    title: z.string(),
    image: z.string(),
    category: z.string(),
    duration: z.string(),
    curriculum: z.array(curriculumSection),
  }),
  /** Never empty; ordered by the next class. */
  batches: z.array(roomBatch),
})
export type Room = z.output<typeof room>

export const readRoom = endpoint({
  name: 'readRoom',
  begun: true,
  method: 'GET',
  path: '/enrolled-courses/:course_id/',
  tag: 'Classes',
  summary: 'Classes, classroom and recordings of one course of the student',
  access: 'student',
  params: z.object({ course_id: id }),
  answers: { 200: room },
  errors: [401, 404],
  example: {
    answer: {
      now: '2026-12-07T13:50:00.000Z',
      course: {
        id: 1,
        title: 'Full Stack Web Development',
        image: 'media/art/course/1.svg',
        category: 'Full Stack',
        duration: '14 weeks',
        curriculum: [{ Foundations: ['HTTP', { TypeScript: ['Types', 'Narrowing'] }] }],
      },
      batches: [
        {
          batch_id: 101,
          enrolment_id: 7,
          payment_due_on: null,
          payment_due: false,
          status: 'Starts on 7 Dec 2026',
          state: 'ahead',
          starts_at: '2026-12-07T14:00:00.000Z',
          ends_at: '2027-03-12T15:30:00.000Z',
          time: '7:30 PM – 9:00 PM IST',
          batch_type: 'Weekday evening',
          mode_of_training: 'Live online',
          instructor_name: 'Meera Kulkarni',
          instructor: {
            id: 1,
            name: 'Meera Kulkarni',
            bio: 'Builds booking systems for clinics and reviews code every day.',
            background: 'Ten years as a web developer',
            portrait: 'media/art/instructor/1.svg',
          },
          classroom_url: 'https://school.example/join/2101',
          classes_held: 0,
          classes_total: 42,
          coming: [
            {
              session_id: 2101,
              day_number: 1,
              starts_at: '2026-12-07T14:00:00.000Z',
              ends_at: '2026-12-07T15:30:00.000Z',
              opens_at: '2026-12-07T13:45:00.000Z',
            },
          ],
          awaited: null,
          classes: [
            {
              session_id: 2101,
              number: 1,
              topic: 'HTTP from first principles',
              module: 'Foundations',
              starts_at: '2026-12-07T14:00:00.000Z',
              ends_at: '2026-12-07T15:30:00.000Z',
              opens_at: '2026-12-07T13:45:00.000Z',
              state: 'scheduled',
              moved_from: null,
              cancel_reason: '',
              makes_up_for_at: null,
              made_up_at: null,
              instructor: 'Meera Kulkarni',
              substitute_for: null,
              prepare: 'Install Node 24.',
              notes: '',
              recording: null,
            },
          ],
          announcements: [
            {
              id: 5,
              subject: 'No class on Friday',
              body: 'Friday is a holiday.\n\nThe class of that day moves to Saturday at the same time.',
              pictures: [],
              sender: 'Farah Sheikh',
              sent_at: '2026-12-06T06:45:00.000Z',
            },
          ],
          recordings: [],
        },
      ],
    },
  },
})

const joinState = z.object({
  session_id: z.int(),
  course_id: z.int(),
  course: z.string(),
  batch_id: z.int(),
  /** "Class 7 of 28"; null when the class is cancelled. */
  number: z.int().nullable(),
  total: z.int(),
  topic: z.string(),
  instructor: z.string(),
  starts_at: instant,
  ends_at: instant,
  opens_at: instant,
  /** `early` before `opens_at`; `over` from the end; `payment_due` while a part of the price is due for too long. */
  state: z.enum(['early', 'open', 'over', 'cancelled', 'payment_due']),
  /** Why it is cancelled; empty when staff gave no reason. */
  cancel_reason: z.string(),
  /** Of a class that is over. */
  recording: z.enum(recordingStates).nullable(),
  /** False while staff have given the class no link. */
  has_classroom: z.boolean(),
  /** The server's time. */
  now: instant,
})
export type JoinState = z.output<typeof joinState>

const joining = {
  path: '/classes/:session_id/join/',
  tag: 'Classes',
  access: 'attendee',
  params: z.object({ session_id: id }),
} as const

export const readJoinState = endpoint({
  ...joining,
  name: 'readJoinState',
  method: 'GET',
  summary: 'Whether a class can be joined now; for its students, its instructor and staff',
  answers: { 200: joinState },
  errors: [401, 404],
  example: {
    answer: {
      session_id: 2101,
      course_id: 1,
      course: 'Full Stack Web Development',
      batch_id: 101,
      number: 7,
      total: 48,
      topic: 'Reading a query plan',
      instructor: 'Meera Kulkarni',
      starts_at: '2026-12-21T14:00:00.000Z',
      ends_at: '2026-12-21T15:30:00.000Z',
      opens_at: '2026-12-21T13:45:00.000Z',
      state: 'early',
      cancel_reason: '',
      recording: null,
      has_classroom: true,
      now: '2026-12-21T13:30:00.000Z',
    },
  },
})

export const joinClass = endpoint({
  ...joining,
  name: 'joinClass',
  begun: true,
  method: 'POST',
  summary: 'Join a class from 15 minutes before its start until its end; answers the address of its classroom',
  answers: { 200: z.object({ url: z.string() }) },
  errors: [401, 404],
  failures: {
    409: errorBody.extend({ opens_at: instant }),
    410: errorBody.extend({ recording: z.enum(recordingStates).nullable() }),
  },
  example: {
    answer: { url: 'https://classroom.example/fs-101' },
    others: {
      409: { ...body('This class opens at 7:15 PM IST.', 'class_not_open'), opens_at: '2026-12-21T13:45:00.000Z' },
      410: { ...body('This class is over.', 'class_over'), recording: 'expected' },
    },
  },
})

export const readClassCalendar = endpoint({
  name: 'readClassCalendar',
  method: 'GET',
  path: '/classes/:session_id/calendar/',
  tag: 'Classes',
  access: 'attendee',
  params: z.object({ session_id: id }),
  summary: 'One class as a calendar file, for those who may join it; the same event as in their calendar feed',
  answers: { 200: z.string() },
  errors: [401, 404],
  answerType: 'text/calendar',
  example: {
    answer: [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'METHOD:PUBLISH',
      'BEGIN:VEVENT',
      'UID:class-2101@school.example',
      'SEQUENCE:0',
      'DTSTART;TZID=Asia/Kolkata:20261221T193000',
      'DTEND;TZID=Asia/Kolkata:20261221T210000',
      'SUMMARY:Full Stack Web Development: Reading a query plan',
      'URL:https://school.example/join/2101',
      'END:VEVENT',
      'END:VCALENDAR',
    ].join('\r\n'),
  },
})
