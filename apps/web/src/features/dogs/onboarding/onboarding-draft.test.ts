import { describe, expect, it } from 'vitest'
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

describe('a draft of a dog', () => {
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
  })

  it.each(['two', '3.5', '-1', '26', '1e1', '0x3', '3 4'])('does not accept %s as an age', age => {
    const problem = { title: 'Invalid age', message: 'Please enter a valid age', step: 2 }
    expect(dogOfDraft({ ...full, age })).toMatchObject(problem)
  })

  it('reports an invalid age on its step, but not an empty one', () => {
    expect(problemOfStep(2, { ...full, age: '2.5' })).toMatchObject({ title: 'Invalid age', step: 2 })
    expect(ageComplaint('2.5')).toBe('Whole years, 0 to 25. Under a year is 0.')
    expect(ageComplaint(' ')).toBeNull()
    expect(ageComplaint('2')).toBeNull()
  })

  it('allows the steps up to the first incomplete one', () => {
    expect(lastStepOf(emptyDraft('Oakland'))).toBe(1)
    expect(lastStepOf({ ...full, age: '2.5' })).toBe(2)
    expect(lastStepOf({ ...full, city: '' })).toBe(4)
    expect(lastStepOf(full)).toBe(5)
  })

  it('names the missing fields of a step, and does not require a temperament', () => {
    const draft = emptyDraft('')
    const nameless = problemOfStep(1, { ...draft, name: '   ', breed: 'Beagle' })
    expect(nameless?.message).toBe("Please fill in your dog's name and breed")
    expect(Object.keys(problemOfStep(1, { ...draft, name: 'Rex' })?.fields ?? {})).toEqual(['breed'])
    const undescribed = problemOfStep(2, draft)
    expect(undescribed?.message).toBe('Please fill in size, sex, and age')
    expect(Object.keys(undescribed?.fields ?? {})).toEqual(['size', 'sex', 'age'])
    expect(problemOfStep(3, draft)).toBeNull()
    expect(problemOfStep(4, { ...draft, city: ' ' })?.message).toBe('Please enter your city')
    expect(problemOfStep(5, draft)).toBeNull()
  })

  it('is empty while it contains only the known city', () => {
    expect(isUntouched(emptyDraft('Oakland'), 'Oakland')).toBe(true)
    expect(isUntouched({ ...emptyDraft('Oakland'), name: 'R' }, 'Oakland')).toBe(false)
  })
})
