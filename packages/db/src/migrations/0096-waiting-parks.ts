import { addIndex } from './steps.ts'

/** The moderators' queue of suggested parks, oldest first. */
export const steps = [addIndex('parks_waiting', `ON parks (id) WHERE state = 'waiting'`)]
