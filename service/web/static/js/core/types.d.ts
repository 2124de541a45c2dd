// Types of the API under short names. The build generates `#api` from openapi.json.

import type {components} from '#api';

type Schemas = components['schemas'];

export type Me = Schemas['Me'];
export type Game = Schemas['GameReply'];
export type Decisions = Schemas['Decisions'];
export type Decision = Schemas['DecisionReply'];
export type Choice = Schemas['ChoiceReply'];
export type SeenEvent = Schemas['SeenEvent'];
export type Preview = Schemas['PreviewReply'];

export type GigantenView = Schemas['GigantenView'];
export type SiberiaView = Schemas['SiberiaView'];
export type MinosView = Schemas['MinosView'];
