import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import ICAL from 'ical.js'
import { expect } from 'vitest'

/** The events as parsed by ical.js. */
export function eventsOf(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text))
  expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH')
  return calendar.getAllSubcomponents('vevent').map(component => {
    const event = new ICAL.Event(component)
    return {
      uid: event.uid,
      start: event.startDate.toJSDate().toISOString(),
      end: event.endDate.toJSDate().toISOString(),
      summary: event.summary,
      location: event.location,
      sequence: event.sequence,
      status: component.getFirstPropertyValue('status'),
      url: component.getFirstPropertyValue('url'),
    }
  })
}

/** Debian's Python has the package that Debian installs. The first Python in PATH may be another one. */
export const python = ['python3', '/usr/bin/python3'].find(
  one => spawnSync(one, ['-c', 'import icalendar']).status === 0,
)
if (python === undefined) console.log('SKIPPED: reading calendars with Python. Install python3-icalendar.')

/** The events as Python reads them, without their status. */
export function pythonEventsOf(text: string) {
  const program = join(import.meta.dirname, 'read-calendar.py')
  const answer = JSON.parse(execFileSync(python ?? '', [program], { input: text, encoding: 'utf8' }))
  expect(answer.method).toBe('PUBLISH')
  return answer.events.map((event: Record<string, string>) => ({
    ...event,
    start: new Date(event.start ?? '').toISOString(),
    end: new Date(event.end ?? '').toISOString(),
  }))
}
