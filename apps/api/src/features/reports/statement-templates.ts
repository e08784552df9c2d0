import {
  createTemplate,
  deleteTemplate,
  editTemplate,
  listTemplates,
} from '@barkyard/db/queries/reports/statement-templates'
import { TEMPLATES_MAX } from '@barkyard/domain/report'
import { id } from '@barkyard/domain/schemas/fields'
import { newTemplateSchema, templateSchema } from '@barkyard/domain/schemas/report'
import { z } from 'zod'
import { unwrapOrThrow } from '../../platform/errors.ts'
import { adminAsSelfProcedure, doneOutput } from '../../platform/trpc/init.ts'

export const templateProcedures = {
  statementTemplates: adminAsSelfProcedure
    .meta({
      right: 'read-templates',
      rest: 'GET /admin/statement-templates',
      operationId: 'listStatementTemplates',
      summary: 'Statement templates',
      description: 'Texts to start a statement of reasons from.',
    })
    .output(z.array(templateSchema))
    .query(({ ctx }) => listTemplates(ctx.services.db)),

  createStatementTemplate: adminAsSelfProcedure
    .meta({
      right: 'templates',
      rest: 'POST /admin/statement-templates',
      operationId: 'createStatementTemplate',
      summary: 'Add a statement template',
      description: 'All admins share the templates.',
      errors: ['templates-full'],
    })
    .input(newTemplateSchema)
    .output(templateSchema)
    .mutation(({ ctx: { write }, input }) =>
      write(async (trx, effects) => {
        const template = unwrapOrThrow(await createTemplate(trx, input, TEMPLATES_MAX))
        effects.audit({ action: 'statement-template-saved', detail: { title: template.title } })
        return template
      }),
    ),

  editStatementTemplate: adminAsSelfProcedure
    .meta({
      right: 'templates',
      rest: 'PATCH /admin/statement-templates/{id}',
      operationId: 'editStatementTemplate',
      summary: 'Change a statement template',
      description: 'Whoever created it. Absent fields do not change.',
      errors: ['template-not-found'],
    })
    .input(newTemplateSchema.extend({ id }))
    .output(templateSchema)
    .mutation(({ ctx: { write }, input: { id: templateId, ...fields } }) =>
      write(async (trx, effects) => {
        const template = unwrapOrThrow(await editTemplate(trx, templateId, fields))
        effects.audit({ action: 'statement-template-saved', detail: { title: template.title } })
        return template
      }),
    ),

  deleteStatementTemplate: adminAsSelfProcedure
    .meta({
      right: 'templates',
      rest: 'DELETE /admin/statement-templates/{id}',
      operationId: 'deleteStatementTemplate',
      summary: 'Delete a statement template',
      done: 'The template is gone for all admins.',
      description: 'Whoever created it. Statements that were sent do not change.',
      errors: ['template-not-found'],
    })
    .input(z.object({ id }))
    .output(doneOutput)
    .mutation(({ ctx: { write }, input }) =>
      write(async (trx, effects) => {
        const template = unwrapOrThrow(await deleteTemplate(trx, input.id))
        effects.audit({ action: 'statement-template-deleted', detail: { title: template.title } })
      }),
    ),
}
