import { expect, it } from 'vitest'
import {
  ageComplaint,
  type Draft,
  dogOfDraft,
  emptyDraft,
  isUntouched,
  lastStepOf,
  problemOfStep,
} from './onboarding-draft.ts'

const full: Draft = {
  name: ' Rex ',
  breed: 'Beagle',
  size: 'small',
  sex: 'female',
  age: ' 3 ',
  temperament: ['calm'],
  bio: '  ',
  city: 'Oakland',
}

it('becomes a trimmed dog, without a bio if none was typed', () => {
  expect(dogOfDraft(full)).toEqual({
    name: 'Rex',
    breed: 'Beagle',
    size: 'small',
    sex: 'female',
    ageYears: 3,
    temperament: ['calm'],
    bio: null,
  })
})

it('takes what is pasted with tabs, and misses a name that shows nothing', () => {
  const pasted = { ...full, name: 'Rex\tJr', breed: 'Bea\u2028gle', bio: 'Runs\nfast\u0007' }
  expect(dogOfDraft(pasted)).toMatchObject({ name: 'Rex Jr', breed: 'Bea gle', bio: 'Runs\nfast' })
  expect(dogOfDraft({ ...full, name: '\u2800' })).toMatchObject({ title: 'Missing information', step: 1 })
})

it.each(['0', '25', '007'])('accepts %s as an age', age => {
  expect(dogOfDraft({ ...full, age })).not.toHaveProperty('fields')
  expect(ageComplaint(age)).toBeNull()
})

it.each(['two', '3.5', '-1', '26', '1e1', '0x3', '3 4'])('does not accept %s as an age', age => {
  const problem = { title: 'Invalid age', message: 'Please enter a valid age', step: 2 }
  expect(dogOfDraft({ ...full, age })).toMatchObject(problem)
  expect(problemOfStep(2, { ...full, age })).toMatchObject(problem)
})

it('allows the steps up to the first incomplete one', () => {
  expect(lastStepOf(emptyDraft('Oakland'))).toBe(1)
  expect(lastStepOf({ ...full, age: '2.5' })).toBe(2)
  expect(lastStepOf({ ...full, city: '' })).toBe(4)
  expect(lastStepOf(full)).toBe(5)
})

it('names the missing fields of a step, and does not require a temperament', () => {
  const draft = emptyDraft('')
  expect(Object.keys(problemOfStep(1, { ...draft, name: 'Rex' })?.fields ?? {})).toEqual(['breed'])
  expect(Object.keys(problemOfStep(2, draft)?.fields ?? {})).toEqual(['size', 'sex', 'age'])
  expect([problemOfStep(3, draft), problemOfStep(5, draft), ageComplaint(' ')]).toEqual([null, null, null])
})

it('is empty while it contains only the known city', () => {
  expect(isUntouched(emptyDraft('Oakland'), 'Oakland')).toBe(true)
  expect(isUntouched({ ...emptyDraft('Oakland'), name: 'R' }, 'Oakland')).toBe(false)
})
