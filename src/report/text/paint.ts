/** Colours for parts of a text, or none; what is coloured can be told without it as well. */
export interface Paint {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly red: (text: string) => string;
  readonly green: (text: string) => string;
  readonly yellow: (text: string) => string;
}

const asIs = (text: string) => text;

/** No colours. */
export const plain: Paint = { bold: asIs, dim: asIs, red: asIs, green: asIs, yellow: asIs };
