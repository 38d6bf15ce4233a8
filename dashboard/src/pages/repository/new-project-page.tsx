import { PageBody } from "../../parts/page-body.tsx";
import { PageHeader } from "../../parts/page-header.tsx";
import { NewProjectForm } from "./new-project-form.tsx";

export default function NewProjectPage() {
  return (
    <PageBody width="text">
      <PageHeader
        title="New project"
        description="A project is one repository with documentation. Paste its address: what is there and what is missing is found out before anything is saved."
      />
      <NewProjectForm />
    </PageBody>
  );
}
