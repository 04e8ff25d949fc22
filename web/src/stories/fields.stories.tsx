import { useState } from "react";

import { CheckboxGroup } from "#web/ui/form/checkbox-group.tsx";
import { ChipField } from "#web/ui/form/chip-field.tsx";
import { CopyField } from "#web/ui/form/copy-field.tsx";
import { FilterField } from "#web/ui/form/filter-field.tsx";
import { RadioCards } from "#web/ui/form/radio-cards.tsx";
import { SearchSelect } from "#web/ui/form/search-select.tsx";
import { SegmentedControl } from "#web/ui/form/segmented-control.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { Switch } from "#web/ui/form/switch.tsx";
import { TextArea, TextField } from "#web/ui/form/text-field.tsx";

import type { Story } from "./story.ts";

const types = [
  { value: "service", label: "Service" },
  { value: "library", label: "Library" },
  { value: "job", label: "Job" },
] as const;

function TextFields() {
  const [name, setName] = useState("Harbour");
  return (
    <div className="flex max-w-100 flex-col gap-4">
      <TextField label="Name" value={name} onValueChange={setName} maxCount={64} softMaxCount={5} />
      <TextField
        label="Address"
        value="not an address"
        error="Enter a complete address"
        hint="As in the browser"
        isMono
      />
      <TextField label="Hidden label" isLabelHidden value="" placeholder="No label to be seen" />
      <TextArea label="Description" value={"Two lines\nof text"} hint="Markdown" />
      <TextArea label="Broken" value="" error="Description is required" />
      <CopyField label="Clone address" value={`https://cairn.example.com/git/${"harbour-".repeat(12)}.git`} />
    </div>
  );
}

function Choices() {
  const [type, setType] = useState<(typeof types)[number]["value"]>("library");
  const [chosen, setChosen] = useState<string[]>(["service"]);
  const [isOn, setIsOn] = useState(true);
  return (
    <div className="flex max-w-120 flex-col gap-4">
      <Select label="Type" options={types} value={type} onValueChange={setType} />
      <Select
        label="Empty"
        options={types}
        value={null}
        placeholder="Choose a type"
        error="Type is required"
        onValueChange={setType}
      />
      <SegmentedControl label="View" options={types} value={type} onValueChange={setType} />
      <CheckboxGroup label="Kinds" options={types} values={chosen} onValuesChange={setChosen} error="Choose two" />
      <RadioCards
        label="Source"
        options={types.map((one) => ({
          ...one,
          description: `What a ${one.label.toLowerCase()} is, in one sentence.`,
        }))}
        value={type}
        onValueChange={setType}
      />
      <Switch label="Protected" hint="Nobody pushes to it directly" isChecked={isOn} onCheckedChange={setIsOn} />
    </div>
  );
}

function SearchFields() {
  const [key, setKey] = useState<string | null>("b");
  const [text, setText] = useState("");
  const [values, setValues] = useState<string[]>(["ada@example.com", "nobody"]);
  const [filter, setFilter] = useState("rules");
  return (
    <div className="flex max-w-120 flex-col gap-4">
      <SearchSelect
        label="Repository"
        items={[
          { key: "a", label: "harbour" },
          { key: "b", label: `a-${"very-long-".repeat(12)}name` },
        ]}
        value={key}
        onValueChange={setKey}
        searchPlaceholder="Search repositories"
        emptyText="No repository"
      />
      <ChipField
        label="E-mail addresses"
        values={values}
        onValuesChange={setValues}
        text={text}
        onTextChange={setText}
        split={(typed) => typed.split(/[\s,]+/).filter(Boolean)}
        check={(value) => (value.includes("@") ? undefined : "Not an e-mail address")}
      />
      <FilterField label="Filter rules" value={filter} onValueChange={setFilter} />
    </div>
  );
}

export const stories: Story[] = [
  { name: "Text fields", Part: TextFields },
  { name: "Choices", Part: Choices },
  { name: "Fields that search and collect", Part: SearchFields },
];
